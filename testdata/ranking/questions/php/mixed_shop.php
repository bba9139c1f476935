<?php

declare(strict_types=1);

namespace Corner\Shop;

use InvalidArgumentException;

trait Everything
{
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

    public function put(string $sku, string $title, int $cents, int $quantity = 1): void
    {
        if ($quantity < 1) {
            throw new \InvalidArgumentException('quantity must be positive');
        }
        if (isset($this->items[$sku])) {
            $this->items[$sku]['quantity'] += $quantity;
            $this->items[$sku]['cents'] = $cents;
            return;
        }
        $this->items[$sku] = compact('sku', 'title', 'cents', 'quantity');
    }

    public function change(string $sku, int $quantity): void
    {
        if (!isset($this->items[$sku])) {
            throw new \OutOfBoundsException("no $sku in the cart");
        }
        if ($quantity <= 0) {
            unset($this->items[$sku]);
        } else {
            $this->items[$sku]['quantity'] = $quantity;
        }
    }
}
