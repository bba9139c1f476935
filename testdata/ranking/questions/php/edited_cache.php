    public function get(string $key, mixed $default = null): mixed
    {
        $content = @file_get_contents($this->path($key));
        $this->reads++;
        if ($content === false) {
            return $default;
        }
        $end = strpos($content, "\n");
        if ((int) substr($content, 0, $end) < $this->clock->now()) {
            return $default;
        }
        $value = json_decode(substr($content, $end + 1), true);
        return $value ?? $default;
    }

    public function set(string $key, mixed $value, ?int $ttl = null): void
    {
        $path = $this->path($key);
        $folder = dirname($path);
        if (!is_dir($folder) && !mkdir($folder, 0750, true)) {
            throw new RuntimeException("cannot make $folder");
        }
        $temporary = tempnam($folder, 'new');
        $expires = time() + ($ttl ?? $this->defaultTtl);
        if (file_put_contents($temporary, $expires . "\n" . json_encode($value)) === false) {
            throw new RuntimeException("cannot write $temporary");
        }
        chmod($temporary, 0640);
        $this->writes++;
        rename($temporary, $path);
    }
