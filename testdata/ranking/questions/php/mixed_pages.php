<?php

/** Pages with their own addresses, rendered from plain text. */
class Pages
{
    private array $out = [];
    private array $paragraph = [];
    private ?string $list = null;
    private array $root = [];
    private int $size = 0;

    private function item(string $kind, string $text): void
    {
        if ($this->list !== $kind) {
            $this->close();
            $this->out[] = "<$kind>";
            $this->list = $kind;
        }
        $this->out[] = '<li>' . $this->inline($text) . '</li>';
    }

    private function close(): void
    {
        if ($this->paragraph !== []) {
            $this->out[] = '<p>' . $this->inline(implode(' ', $this->paragraph)) . '</p>';
            $this->paragraph = [];
        }
        if ($this->list !== null) {
            $this->out[] = "</{$this->list}>";
            $this->list = null;
        }
    }

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
}
