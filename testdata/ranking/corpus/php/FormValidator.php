<?php

/*
 * Part of the Quillwater tool set. You may use, change and pass on this file
 * as long as this notice stays with it. It comes without any warranty; whoever
 * runs it does so at their own risk.
 */

declare(strict_types=1);

namespace Quillwater\Forms;

use InvalidArgumentException;

/**
 * Checks the fields of a form against rules written as text, for example
 * "required|min:3|max:40", and collects messages a person understands.
 */
class FormValidator
{
    private array $errors = [];

    private array $clean = [];

    private const MESSAGES = [
        'required' => '%s is missing',
        'min' => '%s needs at least %s characters',
        'max' => '%s may have at most %s characters',
        'email' => '%s is no e-mail address',
        'integer' => '%s is no whole number',
        'between' => '%s must lie between %s and %s',
        'in' => '%s is not one of the choices',
        'date' => '%s is no date',
        'same' => '%s differs from %s',
    ];

    public function __construct(private array $rules, private array $labels = [])
    {
    }

    public function validate(array $input): bool
    {
        $this->errors = [];
        $this->clean = [];
        foreach ($this->rules as $field => $rules) {
            $value = is_string($input[$field] ?? null) ? trim($input[$field]) : '';
            $rules = explode('|', $rules);
            if ($value === '') {
                if (in_array('required', $rules, true)) {
                    $this->fail($field, 'required', []);
                } else {
                    $this->clean[$field] = null;
                }
                continue;
            }
            foreach ($rules as $rule) {
                [$name, $arguments] = array_pad(explode(':', $rule, 2), 2, '');
                $arguments = $arguments === '' ? [] : explode(',', $arguments);
                if (!$this->passes($name, $value, $arguments, $input)) {
                    $this->fail($field, $name, $arguments);
                    continue 2;
                }
            }
            $this->clean[$field] = $value;
        }
        return $this->errors === [];
    }

    public function errors(): array
    {
        return $this->errors;
    }

    public function clean(): array
    {
        return $this->clean;
    }

    private function passes(string $name, string $value, array $arguments, array $input): bool
    {
        switch ($name) {
            case 'required':
                return true;
            case 'min':
                return mb_strlen($value) >= (int) $arguments[0];
            case 'max':
                return mb_strlen($value) <= (int) $arguments[0];
            case 'email':
                return filter_var($value, FILTER_VALIDATE_EMAIL) !== false;
            case 'integer':
                return filter_var($value, FILTER_VALIDATE_INT) !== false;
            case 'between':
                return is_numeric($value) && $value >= $arguments[0] && $value <= $arguments[1];
            case 'in':
                return in_array($value, $arguments, true);
            case 'date':
                $date = \DateTimeImmutable::createFromFormat('!Y-m-d', $value);
                return $date !== false && $date->format('Y-m-d') === $value;
            case 'same':
                return $value === ($input[$arguments[0]] ?? null);
            default:
                throw new InvalidArgumentException("unknown rule $name");
        }
    }

    private function fail(string $field, string $rule, array $arguments): void
    {
        $label = $this->labels[$field] ?? ucfirst(str_replace('_', ' ', $field));
        $this->errors[$field] = vsprintf(self::MESSAGES[$rule], [$label, ...$arguments]);
    }
}
