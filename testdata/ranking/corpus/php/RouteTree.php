<?php

declare(strict_types=1);

namespace Harbour\Web;

/**
 * Keeps routes in a tree of path segments. A lookup takes as many steps as the
 * path has segments, however many routes there are; fixed segments win over
 * placeholders, and placeholders over the rest of the path.
 */
class RouteTree
{
    private array $root = ['fixed' => [], 'any' => null, 'label' => null, 'rest' => null, 'targets' => []];

    private int $size = 0;

    public function insert(string $verb, string $path, string $target): void
    {
        $node = &$this->root;
        foreach ($this->segments($path) as $segment) {
            if ($segment[0] === '*') {
                $node['rest'] = [substr($segment, 1) ?: 'rest', $target, $verb];
                $this->size++;
                return;
            }
            if ($segment[0] === ':') {
                $node['any'] ??= $this->blank();
                $node['label'] ??= substr($segment, 1);
                if ($node['label'] !== substr($segment, 1)) {
                    throw new \LogicException("{$node['label']} and $segment at the same place");
                }
                $node = &$node['any'];
                continue;
            }
            $node['fixed'][$segment] ??= $this->blank();
            $node = &$node['fixed'][$segment];
        }
        if (!isset($node['targets'][$verb])) {
            $this->size++;
        }
        $node['targets'][$verb] = $target;
    }

    /**
     * Returns [target, parameters], or null when no route leads there.
     */
    public function lookup(string $verb, string $path): ?array
    {
        $query = strpos($path, '?');
        if ($query !== false) {
            $path = substr($path, 0, $query);
        }
        return $this->walk($this->root, $this->segments($path), 0, $verb, []);
    }

    public function size(): int
    {
        return $this->size;
    }

    public function dump(?array $node = null, int $level = 0): string
    {
        $node ??= $this->root;
        $text = '';
        foreach ($node['targets'] as $verb => $target) {
            $text .= str_repeat('  ', $level) . "$verb -> $target\n";
        }
        foreach ($node['fixed'] as $segment => $child) {
            $text .= str_repeat('  ', $level) . "/$segment\n" . $this->dump($child, $level + 1);
        }
        if ($node['any'] !== null) {
            $text .= str_repeat('  ', $level) . "/:{$node['label']}\n" . $this->dump($node['any'], $level + 1);
        }
        return $text;
    }

    private function walk(array $node, array $segments, int $depth, string $verb, array $found): ?array
    {
        if ($depth === count($segments)) {
            $target = $node['targets'][$verb] ?? $node['targets']['ANY'] ?? null;
            return $target === null ? null : [$target, $found];
        }
        $segment = $segments[$depth];
        if (isset($node['fixed'][$segment])) {
            $hit = $this->walk($node['fixed'][$segment], $segments, $depth + 1, $verb, $found);
            if ($hit !== null) {
                return $hit;
            }
        }
        if ($node['any'] !== null) {
            $hit = $this->walk($node['any'], $segments, $depth + 1, $verb, $found + [$node['label'] => $segment]);
            if ($hit !== null) {
                return $hit;
            }
        }
        if ($node['rest'] !== null && $node['rest'][2] === $verb) {
            $found[$node['rest'][0]] = implode('/', array_slice($segments, $depth));
            return [$node['rest'][1], $found];
        }
        return null;
    }

    private function segments(string $path): array
    {
        return array_values(array_filter(explode('/', $path), 'strlen'));
    }

    private function blank(): array
    {
        return ['fixed' => [], 'any' => null, 'label' => null, 'rest' => null, 'targets' => []];
    }
}
