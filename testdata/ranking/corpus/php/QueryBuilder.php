<?php

/*
 * Part of the Quillwater tool set. You may use, change and pass on this file
 * as long as this notice stays with it. It comes without any warranty; whoever
 * runs it does so at their own risk.
 */

declare(strict_types=1);

namespace Quillwater\Database;

use InvalidArgumentException;
use PDO;

/** Builds SELECT statements step by step and keeps values apart from the text. */
class QueryBuilder
{
    private const OPERATORS = ['=', '<>', '<', '<=', '>', '>=', 'LIKE'];

    private array $columns = ['*'];
    private array $joins = [];
    private array $conditions = [];
    private array $groups = [];
    private array $orders = [];
    private array $bindings = [];
    private ?int $limit = null;
    private int $offset = 0;

    public function __construct(private PDO $connection, private string $table)
    {
    }

    public function select(string ...$columns): static
    {
        $this->columns = array_map(fn ($c) => str_contains($c, '(') ? $c : $this->quote($c), $columns);
        return $this;
    }

    public function join(string $table, string $left, string $right, string $type = 'INNER'): static
    {
        $this->joins[] = sprintf(
            '%s JOIN %s ON %s = %s',
            $type,
            $this->quote($table),
            $this->quote($left),
            $this->quote($right)
        );
        return $this;
    }

    public function where(string $column, string $operator, mixed $value): static
    {
        if (!in_array($operator, self::OPERATORS, true)) {
            throw new InvalidArgumentException("unknown operator $operator");
        }
        if ($value === null) {
            $this->conditions[] = $this->quote($column) . ($operator === '=' ? ' IS NULL' : ' IS NOT NULL');
            return $this;
        }
        $this->conditions[] = $this->quote($column) . " $operator ?";
        $this->bindings[] = $value;
        return $this;
    }

    public function whereIn(string $column, array $values): static
    {
        if ($values === []) {
            $this->conditions[] = '1 = 0';
            return $this;
        }
        $marks = implode(', ', array_fill(0, count($values), '?'));
        $this->conditions[] = $this->quote($column) . " IN ($marks)";
        array_push($this->bindings, ...array_values($values));
        return $this;
    }

    public function groupBy(string ...$columns): static
    {
        array_push($this->groups, ...array_map([$this, 'quote'], $columns));
        return $this;
    }

    public function orderBy(string $column, bool $descending = false): static
    {
        $this->orders[] = $this->quote($column) . ($descending ? ' DESC' : ' ASC');
        return $this;
    }

    public function page(int $number, int $size = 25): static
    {
        $this->limit = $size;
        $this->offset = max(0, $number - 1) * $size;
        return $this;
    }

    public function toSql(): string
    {
        $sql = 'SELECT ' . implode(', ', $this->columns) . ' FROM ' . $this->quote($this->table);
        foreach ($this->joins as $join) {
            $sql .= ' ' . $join;
        }
        if ($this->conditions !== []) {
            $sql .= ' WHERE ' . implode(' AND ', $this->conditions);
        }
        if ($this->groups !== []) {
            $sql .= ' GROUP BY ' . implode(', ', $this->groups);
        }
        if ($this->orders !== []) {
            $sql .= ' ORDER BY ' . implode(', ', $this->orders);
        }
        if ($this->limit !== null) {
            $sql .= " LIMIT {$this->limit} OFFSET {$this->offset}";
        }
        return $sql;
    }

    public function get(): array
    {
        $statement = $this->connection->prepare($this->toSql());
        $statement->execute($this->bindings);
        return $statement->fetchAll(PDO::FETCH_ASSOC);
    }

    private function quote(string $name): string
    {
        $parts = explode('.', $name);
        return implode('.', array_map(fn ($p) => $p === '*' ? $p : '"' . str_replace('"', '""', $p) . '"', $parts));
    }
}
