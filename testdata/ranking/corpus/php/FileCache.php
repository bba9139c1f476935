<?php

/*
 * Part of the Quillwater tool set. You may use, change and pass on this file
 * as long as this notice stays with it. It comes without any warranty; whoever
 * runs it does so at their own risk.
 */

declare(strict_types=1);

namespace Quillwater\Cache;

use Closure;
use RuntimeException;

/**
 * Keeps serialized values in files, two levels of folders deep. A value is
 * written beside its place and then renamed, so that readers see all of it or
 * nothing.
 */
class FileCache
{
    public function __construct(private string $folder, private int $defaultTtl = 3600)
    {
        $this->folder = rtrim($folder, '/');
        if (!is_dir($this->folder) && !@mkdir($this->folder, 0770, true) && !is_dir($this->folder)) {
            throw new RuntimeException("cannot make {$this->folder}");
        }
    }

    public function get(string $key, mixed $default = null): mixed
    {
        $content = @file_get_contents($this->path($key));
        if ($content === false) {
            return $default;
        }
        $end = strpos($content, "\n");
        if ($end === false) {
            return $default;
        }
        if ((int) substr($content, 0, $end) < time()) {
            $this->delete($key);
            return $default;
        }
        $value = @unserialize(substr($content, $end + 1));
        return $value === false ? $default : $value;
    }

    public function set(string $key, mixed $value, ?int $ttl = null): void
    {
        $path = $this->path($key);
        $folder = dirname($path);
        if (!is_dir($folder) && !@mkdir($folder, 0770, true) && !is_dir($folder)) {
            throw new RuntimeException("cannot make $folder");
        }
        $temporary = tempnam($folder, 'new');
        $expires = time() + ($ttl ?? $this->defaultTtl);
        if (file_put_contents($temporary, $expires . "\n" . serialize($value)) === false) {
            @unlink($temporary);
            throw new RuntimeException("cannot write $temporary");
        }
        rename($temporary, $path);
    }

    /** Computes a missing value once, even if several requests ask for it together. */
    public function remember(string $key, Closure $compute, ?int $ttl = null): mixed
    {
        $missing = new \stdClass();
        $value = $this->get($key, $missing);
        if ($value !== $missing) {
            return $value;
        }
        $lock = fopen($this->folder . '/lock.' . crc32($key) % 64, 'c');
        flock($lock, LOCK_EX);
        try {
            $value = $this->get($key, $missing);
            if ($value === $missing) {
                $value = $compute();
                $this->set($key, $value, $ttl);
            }
            return $value;
        } finally {
            flock($lock, LOCK_UN);
            fclose($lock);
        }
    }

    public function delete(string $key): bool
    {
        return @unlink($this->path($key));
    }

    public function prune(): int
    {
        $removed = 0;
        foreach (glob($this->folder . '/??/??/*.cache') as $path) {
            $file = @fopen($path, 'r');
            if ($file === false) {
                continue;
            }
            $expires = (int) fgets($file);
            fclose($file);
            if ($expires < time() && @unlink($path)) {
                $removed++;
            }
        }
        return $removed;
    }

    private function path(string $key): string
    {
        $hash = sha1($key);
        return sprintf('%s/%s/%s/%s.cache', $this->folder, substr($hash, 0, 2), substr($hash, 2, 2), $hash);
    }
}
