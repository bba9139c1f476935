<?php

namespace Harbour\Input;

/**
 * A form is checked by functions that take a raw value and return either a
 * converted one or a Problem. Functions are chained for each field, and the
 * first problem ends the chain.
 */
final class Problem
{
    public function __construct(public readonly string $text)
    {
    }
}

final class RuleSet
{
    /** @var array<string, list<callable>> */
    private $chains = [];

    /** @var list<array{callable, string}> */
    private $together = [];

    public static function text($shortest = 1, $longest = 255)
    {
        return static function ($raw) use ($shortest, $longest) {
            $text = preg_replace('/\s+/u', ' ', trim((string) $raw));
            $size = mb_strlen($text);
            if ($size < $shortest) {
                return new Problem($size === 0 ? 'please fill in' : "too short, $shortest letters at least");
            }
            return $size > $longest ? new Problem("too long, $longest letters at most") : $text;
        };
    }

    public static function number($low = PHP_INT_MIN, $high = PHP_INT_MAX)
    {
        return static function ($raw) use ($low, $high) {
            if (!is_numeric($raw) || (int) $raw != $raw) {
                return new Problem('digits only');
            }
            $n = (int) $raw;
            return $n < $low || $n > $high ? new Problem("$low to $high") : $n;
        };
    }

    public static function mail()
    {
        return static function ($raw) {
            $at = strrpos((string) $raw, '@');
            if ($at === false || $at === 0 || strpos(substr($raw, $at), '.') === false) {
                return new Problem('this does not look like a mail address');
            }
            return substr($raw, 0, $at) . strtolower(substr($raw, $at));
        };
    }

    public static function oneOf(array $choices)
    {
        return static fn ($raw) => in_array($raw, $choices, true) ? $raw : new Problem('choose from the list');
    }

    public function field($name, callable ...$chain)
    {
        $this->chains[$name] = $chain;
        return $this;
    }

    public function both(callable $check, $complaint)
    {
        $this->together[] = [$check, $complaint];
        return $this;
    }

    /** Returns [values, problems]; one of them is empty. */
    public function check(array $form)
    {
        $values = [];
        $problems = [];
        foreach ($this->chains as $name => $chain) {
            $current = $form[$name] ?? '';
            foreach ($chain as $step) {
                $current = $step($current);
                if ($current instanceof Problem) {
                    $problems[$name] = $current->text;
                    break;
                }
            }
            if (!isset($problems[$name])) {
                $values[$name] = $current;
            }
        }
        if (!$problems) {
            foreach ($this->together as [$check, $complaint]) {
                if (!$check($values)) {
                    $problems[''] = $complaint;
                }
            }
        }
        return $problems ? [[], $problems] : [$values, []];
    }
}
