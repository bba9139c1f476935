<?php

declare(strict_types=1);

namespace Quillwater\Http;

use InvalidArgumentException;

final class NotFound extends \RuntimeException
{
}

final class MethodNotAllowed extends \RuntimeException
{
    public array $allowed;

    public function __construct(array $allowed)
    {
        parent::__construct('allowed: ' . implode(', ', $allowed));
        $this->allowed = $allowed;
    }
}

/**
 * Matches request paths against patterns such as /users/{id:\d+}/posts, one
 * regular expression for each route.
 */
final class Router
{
    /** @var array<string, array{string, string, callable, string[]}> */
    private array $routes = [];

    private array $middleware = [];

    private string $prefix = '';

    public function add(string $method, string $pattern, callable $handler, ?string $name = null): self
    {
        $pattern = $this->prefix . $pattern;
        $names = [];
        $regex = preg_replace_callback(
            '~\{(\w+)(?::([^}]+))?\}~',
            function (array $match) use (&$names): string {
                $names[] = $match[1];
                return '(' . ($match[2] ?? '[^/]+') . ')';
            },
            $pattern
        );
        if (count($names) !== count(array_unique($names))) {
            throw new InvalidArgumentException("a name is used twice in $pattern");
        }
        $key = $name ?? $method . ' ' . $pattern;
        $this->routes[$key] = [strtoupper($method), '~^' . $regex . '$~', $handler, $names, $pattern];
        return $this;
    }

    public function group(string $prefix, callable $define): void
    {
        $outer = $this->prefix;
        $this->prefix .= rtrim($prefix, '/');
        try {
            $define($this);
        } finally {
            $this->prefix = $outer;
        }
    }

    public function with(callable $middleware): self
    {
        $this->middleware[] = $middleware;
        return $this;
    }

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

    public function url(string $name, array $arguments = []): string
    {
        if (!isset($this->routes[$name])) {
            throw new InvalidArgumentException("no route called $name");
        }
        $url = preg_replace_callback('~\{(\w+)(?::[^}]+)?\}~', function (array $match) use (&$arguments, $name) {
            if (!array_key_exists($match[1], $arguments)) {
                throw new InvalidArgumentException("{$match[1]} is missing for $name");
            }
            $value = rawurlencode((string) $arguments[$match[1]]);
            unset($arguments[$match[1]]);
            return $value;
        }, $this->routes[$name][4]);
        return $arguments === [] ? $url : $url . '?' . http_build_query($arguments);
    }

    private function run(callable $handler, array $arguments)
    {
        $next = fn (array $args) => $handler(...array_values($args));
        foreach (array_reverse($this->middleware) as $layer) {
            $next = fn (array $args) => $layer($args, $next);
        }
        return $next($arguments);
    }
}
