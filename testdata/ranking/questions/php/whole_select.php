<?php

declare(strict_types=1);

namespace Ledger\Storage;

use InvalidArgumentException;
use PDO;

class Select
{
    private const COMPARISONS = ['=', '<>', '<', '<=', '>', '>=', 'LIKE'];

    private array $fields = ['*'];
    private array $links = [];
    private array $filters = [];
    private array $grouping = [];
    private array $sorting = [];
    private array $params = [];
    private ?int $rowCount = null;
    private int $skip = 0;

    public function __construct(private PDO $db, private string $source)
    {
    }

    private function ident(string $label): string
    {
        $pieces = explode('.', $label);
        return implode('.', array_map(fn ($piece) => $piece === '*' ? $piece : '"' . str_replace('"', '""', $piece) . '"', $pieces));
    }

    public function fetch(): array
    {
        $query = $this->db->prepare($this->compile());
        $query->execute($this->params);
        return $query->fetchAll(PDO::FETCH_ASSOC);
    }

    public function compile(): string
    {
        $built = 'SELECT ' . implode(', ', $this->fields) . ' FROM ' . $this->ident($this->source);
        foreach ($this->links as $link) {
            $built .= ' ' . $link;
        }
        if ($this->filters !== []) {
            $built .= ' WHERE ' . implode(' AND ', $this->filters);
        }
        if ($this->grouping !== []) {
            $built .= ' GROUP BY ' . implode(', ', $this->grouping);
        }
        if ($this->sorting !== []) {
            $built .= ' ORDER BY ' . implode(', ', $this->sorting);
        }
        if ($this->rowCount !== null) {
            $built .= " LIMIT {$this->rowCount} OFFSET {$this->skip}";
        }
        return $built;
    }

    public function fieldsOf(string ...$fields): static
    {
        $this->fields = array_map(fn ($f) => str_contains($f, '(') ? $f : $this->ident($f), $fields);
        return $this;
    }

    public function filter(string $field, string $comparison, mixed $operand): static
    {
        if (!in_array($comparison, self::COMPARISONS, true)) {
            throw new InvalidArgumentException("unknown comparison $comparison");
        }
        if ($operand === null) {
            $this->filters[] = $this->ident($field) . ($comparison === '=' ? ' IS NULL' : ' IS NOT NULL');
            return $this;
        }
        $this->filters[] = $this->ident($field) . " $comparison ?";
        $this->params[] = $operand;
        return $this;
    }

    public function filterIn(string $field, array $operands): static
    {
        if ($operands === []) {
            $this->filters[] = '1 = 0';
            return $this;
        }
        $slots = implode(', ', array_fill(0, count($operands), '?'));
        $this->filters[] = $this->ident($field) . " IN ($slots)";
        array_push($this->params, ...array_values($operands));
        return $this;
    }

    public function link(string $source, string $mine, string $theirs, string $kind = 'INNER'): static
    {
        $this->links[] = sprintf(
            '%s JOIN %s ON %s = %s',
            $kind,
            $this->ident($source),
            $this->ident($mine),
            $this->ident($theirs)
        );
        return $this;
    }

    public function groupOn(string ...$fields): static
    {
        array_push($this->grouping, ...array_map([$this, 'ident'], $fields));
        return $this;
    }

    public function sortOn(string $field, bool $backwards = false): static
    {
        $this->sorting[] = $this->ident($field) . ($backwards ? ' DESC' : ' ASC');
        return $this;
    }

    public function slice(int $nth, int $length = 25): static
    {
        $this->rowCount = $length;
        $this->skip = max(0, $nth - 1) * $length;
        return $this;
    }
}
