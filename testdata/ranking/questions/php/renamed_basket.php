    public function applyVoucher(string $voucher): bool
    {
        if ($this->voucher !== null || !preg_match('/^SAVE(\d{1,2})$/', $voucher)) {
            return false;
        }
        $this->voucher = $voucher;
        return true;
    }

    public function worth(): int
    {
        return array_sum(array_map(fn (array $a): int => $a['price'] * $a['pieces'], $this->articles));
    }

    public function bill(): array
    {
        $value = $this->worth();
        $rebate = 0;
        foreach ($this->offers as $offer) {
            $rebate += $offer->discount($this->articles);
        }
        if ($this->voucher !== null) {
            $share = (int) substr($this->voucher, 4);
            $rebate += intdiv(($value - $rebate) * $share, 100);
        }
        $value = max(0, $value - $rebate);
        $postage = $value === 0 || $value >= self::FREE_POSTAGE_FROM ? 0 : self::POSTAGE;
        return ['value' => $value, 'less' => $rebate, 'postage' => $postage, 'bill' => $value + $postage];
    }
