<?php

declare(strict_types=1);

namespace Quillwater\Text;

/** Renders a useful part of Markdown: headings, lists, code, quotes, emphasis and links. */
final class MarkdownRenderer
{
    private array $out = [];

    private array $paragraph = [];

    private ?string $list = null;

    public function render(string $source): string
    {
        $this->out = [];
        $this->paragraph = [];
        $this->list = null;
        $lines = preg_split('/\R/', $source);
        $count = count($lines);
        for ($i = 0; $i < $count; $i++) {
            $line = $lines[$i];
            if (preg_match('/^```(\w*)\s*$/', $line, $m)) {
                $this->close();
                $code = [];
                while (++$i < $count && !str_starts_with($lines[$i], '```')) {
                    $code[] = $this->escape($lines[$i]);
                }
                $class = $m[1] === '' ? '' : " class=\"language-{$m[1]}\"";
                $this->out[] = "<pre><code$class>" . implode("\n", $code) . '</code></pre>';
            } elseif (preg_match('/^(#{1,6})\s+(.*?)\s*#*$/', $line, $m)) {
                $this->close();
                $level = strlen($m[1]);
                $this->out[] = sprintf('<h%1$d id="%2$s">%3$s</h%1$d>', $level, $this->slug($m[2]), $this->inline($m[2]));
            } elseif (preg_match('/^\s*(?:([-*+])|\d+[.)])\s+(.*)$/', $line, $m)) {
                $this->item($m[1] !== '' ? 'ul' : 'ol', $m[2]);
            } elseif (preg_match('/^>\s?(.*)$/', $line, $m)) {
                $this->close();
                $quoted = [$m[1]];
                while ($i + 1 < $count && preg_match('/^>\s?(.*)$/', $lines[$i + 1], $m)) {
                    $quoted[] = $m[1];
                    $i++;
                }
                $this->out[] = '<blockquote>' . (new self())->render(implode("\n", $quoted)) . '</blockquote>';
            } elseif (trim($line) === '') {
                $this->close();
            } else {
                $this->paragraph[] = trim($line);
            }
        }
        $this->close();
        return implode("\n", $this->out);
    }

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

    private function inline(string $text): string
    {
        $kept = [];
        $text = preg_replace_callback('/`([^`]+)`/', function (array $m) use (&$kept): string {
            $kept[] = '<code>' . $this->escape($m[1]) . '</code>';
            return "\x01" . (count($kept) - 1) . "\x01";
        }, $text);
        $text = $this->escape($text);
        $text = preg_replace('/!\[([^\]]*)\]\(([^)\s]+)\)/', '<img src="$2" alt="$1">', $text);
        $text = preg_replace('/\[([^\]]+)\]\(([^)\s]+)\)/', '<a href="$2">$1</a>', $text);
        $text = preg_replace('/\*\*(.+?)\*\*/', '<strong>$1</strong>', $text);
        $text = preg_replace('/(?<!\w)[*_](.+?)[*_](?!\w)/', '<em>$1</em>', $text);
        return preg_replace_callback('/\x01(\d+)\x01/', fn (array $m): string => $kept[(int) $m[1]], $text);
    }

    private function escape(string $text): string
    {
        return htmlspecialchars($text, ENT_QUOTES | ENT_SUBSTITUTE, 'UTF-8');
    }

    private function slug(string $title): string
    {
        return trim(preg_replace('/[^a-z0-9]+/', '-', strtolower($title)), '-');
    }
}
