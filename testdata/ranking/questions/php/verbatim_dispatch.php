    public function dispatch(string $method, string $path)
    {
        $path = '/' . trim(rawurldecode($path), '/');
        $allowed = [];
        foreach ($this->routes as [$verb, $regex, $handler, $names]) {
            if (!preg_match($regex, $path, $values)) {
                continue;
            }
            if ($verb !== $method) {
                $allowed[] = $verb;
                continue;
            }
            $arguments = $names === [] ? [] : array_combine($names, array_slice($values, 1));
            return $this->run($handler, $arguments);
        }
        if ($allowed !== []) {
            throw new MethodNotAllowed(array_unique($allowed));
        }
        throw new NotFound($path);
    }
