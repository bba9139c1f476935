<?php

declare(strict_types=1);

namespace Quillwater\Shop;

use Countable;
use IteratorAggregate;
use JsonSerializable;
use Traversable;

interface PriceRule
{
    /** Returns what the rule takes off, in cents. */
    public function reduction(array $items): int;
}

final class BuyNPayM implements PriceRule
{
    public function __construct(private string $sku, private int $buy, private int $pay)
    {
    }

    public function reduction(array $items): int
    {
        if (!isset($items[$this->sku])) {
            return 0;
        }
        $item = $items[$this->sku];
        $bundles = intdiv($item['quantity'], $this->buy);
        return $bundles * ($this->buy - $this->pay) * $item['cents'];
    }
}

final class ShoppingCart implements Countable, IteratorAggregate, JsonSerializable
{
    private const FREE_SHIPPING_FROM = 5000;
    private const SHIPPING = 490;

    private array $items = [];

    /** @var PriceRule[] */
    private array $rules = [];

    private ?string $coupon = null;

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

    public function addRule(PriceRule $rule): void
    {
        $this->rules[] = $rule;
    }

    public function redeem(string $coupon): bool
    {
        if ($this->coupon !== null || !preg_match('/^SAVE(\d{1,2})$/', $coupon)) {
            return false;
        }
        $this->coupon = $coupon;
        return true;
    }

    public function subtotal(): int
    {
        return array_sum(array_map(fn (array $i): int => $i['cents'] * $i['quantity'], $this->items));
    }

    public function total(): array
    {
        $goods = $this->subtotal();
        $off = 0;
        foreach ($this->rules as $rule) {
            $off += $rule->reduction($this->items);
        }
        if ($this->coupon !== null) {
            $percent = (int) substr($this->coupon, 4);
            $off += intdiv(($goods - $off) * $percent, 100);
        }
        $goods = max(0, $goods - $off);
        $shipping = $goods === 0 || $goods >= self::FREE_SHIPPING_FROM ? 0 : self::SHIPPING;
        return ['goods' => $goods, 'saved' => $off, 'shipping' => $shipping, 'total' => $goods + $shipping];
    }

    public function count(): int
    {
        return array_sum(array_column($this->items, 'quantity'));
    }

    public function getIterator(): Traversable
    {
        yield from $this->items;
    }

    public function jsonSerialize(): array
    {
        return ['items' => array_values($this->items), 'coupon' => $this->coupon] + $this->total();
    }
}
