public function amounts(): array
{
    $baseByTax = [];
    foreach ($this->positions as $position) {
        $baseByTax[$position->taxRate] = ($baseByTax[$position->taxRate] ?? 0) + $position->base();
    }
    ksort($baseByTax);
    $base = 0;
    $duties = [];
    foreach ($baseByTax as $tax => $part) {
        $rest = (int) round($part * (100 - $this->rebate) / 100);
        $base += $rest;
        $duties[$tax] = (int) round($rest * $tax / 100);
    }
    return ['base' => $base, 'duties' => $duties, 'sum' => $base + array_sum($duties)];
}

public function settle(int $sumPaid, DateTimeImmutable $day): int
{
    $due = $this->due();
    if ($sumPaid > $due) {
        throw new DomainException(sprintf('%s is more than the due %s', self::format($sumPaid), self::format($due)));
    }
    $this->received[] = [$day, $sumPaid];
    return $due - $sumPaid;
}
