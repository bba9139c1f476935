    public static function mail()
    {
        return static function ($raw) {
            $at = strrpos((string) $raw, '@');
            if ($at === false || $at === 0 || strpos(substr($raw, $at), '.') === false) {
                return new Problem('no mail address');
            }
            return substr($raw, 0, $at) . strtolower(substr($raw, $at));
        };
    }

    public static function oneOf(array $choices)
    {
        return static fn ($raw) => isset($choices[$raw]) ? $raw : new Problem('choose from the list');
    }

    public function field($name, callable ...$chain)
    {
        $this->chains[$name] = array_merge($this->chains[$name] ?? [], $chain);
        return $this;
    }

    public function check(array $form)
    {
        $values = [];
        $problems = [];
        foreach ($this->chains as $name => $chain) {
            if (in_array($name, $this->hidden)) {
                continue;
            }
            $current = $form[$name] ?? '';
            foreach ($chain as $step) {
                $current = $step($current);
                if ($current instanceof Problem) {
                    $problems[$name] = [$name, $current->text];
                    $this->log->info("$name refused");
                    break;
                }
            }
            if (!isset($problems[$name])) {
                $values[$name] = $current;
            }
        }
        if ($problems === []) {
            foreach ($this->together as [$check, $complaint]) {
                if (!$check($values)) {
                    $problems[] = $complaint;
                }
            }
        }
        return $problems ? [[], $problems] : [$values, []];
    }
