<?php

declare(strict_types=1);

namespace Quillwater\Billing;

use DateInterval;
use DateTimeImmutable;
use DomainException;

final class InvoiceLine
{
    public function __construct(
        public readonly string $text,
        public readonly int $cents,
        public readonly float $quantity,
        public readonly int $taxPercent
    ) {
        if ($quantity <= 0) {
            throw new DomainException('quantity must be positive');
        }
    }

    public function net(): int
    {
        return (int) round($this->cents * $this->quantity);
    }
}

/** An invoice in cents; taxes are rounded once for each rate, not for each line. */
final class Invoice
{
    /** @var InvoiceLine[] */
    private array $lines = [];

    /** @var array<int, array{DateTimeImmutable, int}> */
    private array $payments = [];

    private int $discountPercent = 0;

    public function __construct(
        private string $number,
        private string $customer,
        private DateTimeImmutable $issued,
        private int $daysToPay = 14
    ) {
    }

    public function add(string $text, int $cents, float $quantity = 1.0, int $taxPercent = 19): void
    {
        if ($this->payments !== []) {
            throw new DomainException("invoice {$this->number} has been paid in part");
        }
        $this->lines[] = new InvoiceLine($text, $cents, $quantity, $taxPercent);
    }

    public function discount(int $percent): void
    {
        if ($percent < 0 || $percent > 100) {
            throw new DomainException("a discount of $percent% makes no sense");
        }
        $this->discountPercent = $percent;
    }

    public function totals(): array
    {
        $netByRate = [];
        foreach ($this->lines as $line) {
            $netByRate[$line->taxPercent] = ($netByRate[$line->taxPercent] ?? 0) + $line->net();
        }
        ksort($netByRate);
        $net = 0;
        $taxes = [];
        foreach ($netByRate as $rate => $amount) {
            $reduced = (int) round($amount * (100 - $this->discountPercent) / 100);
            $net += $reduced;
            $taxes[$rate] = (int) round($reduced * $rate / 100);
        }
        return ['net' => $net, 'taxes' => $taxes, 'gross' => $net + array_sum($taxes)];
    }

    public function pay(int $cents, DateTimeImmutable $on): int
    {
        $open = $this->open();
        if ($cents > $open) {
            throw new DomainException(sprintf('%s is more than the open %s', self::money($cents), self::money($open)));
        }
        $this->payments[] = [$on, $cents];
        return $open - $cents;
    }

    public function open(): int
    {
        return $this->totals()['gross'] - array_sum(array_column($this->payments, 1));
    }

    public function isOverdue(DateTimeImmutable $today): bool
    {
        $due = $this->issued->add(new DateInterval("P{$this->daysToPay}D"));
        return $this->open() > 0 && $today > $due;
    }

    public function render(): string
    {
        $rows = ["Invoice {$this->number}", "To: {$this->customer}", str_repeat('-', 60)];
        foreach ($this->lines as $i => $line) {
            $rows[] = sprintf('%2d  %-36s %6.2f %12s', $i + 1, $line->text, $line->quantity, self::money($line->net()));
        }
        $totals = $this->totals();
        $rows[] = str_repeat('-', 60);
        $rows[] = sprintf('%-47s %12s', 'Net', self::money($totals['net']));
        foreach ($totals['taxes'] as $rate => $tax) {
            $rows[] = sprintf('%-47s %12s', "Tax $rate%", self::money($tax));
        }
        $rows[] = sprintf('%-47s %12s', 'To pay', self::money($totals['gross']));
        return implode("\n", $rows) . "\n";
    }

    private static function money(int $cents): string
    {
        return number_format($cents / 100, 2, '.', ' ');
    }
}
