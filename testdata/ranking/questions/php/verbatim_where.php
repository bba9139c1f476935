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
