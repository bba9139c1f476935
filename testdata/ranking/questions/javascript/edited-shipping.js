  shipping() {
    if (this.pickup) return 0;
    if (this.subtotal() - this.discount() >= this.limits.freeShipping) return 0;
    const grams = this.lines.reduce((sum, l) => sum + l.product.grams * l.quantity, 0);
    return grams <= 1000 ? 490 : this.parcelPrice(grams);
  }

  tax() {
    const share = 1 - this.discount() / (this.subtotal() || 1);
    let tax = 0;
    for (const line of this.lines) {
      const rate = TAX_RATES[line.product.tax || 'standard'];
      const net = (linePrice(line) * share) / (1 + rate);
      tax += net * rate;
    }
    return Math.round(tax);
  }

  receipt() {
    const rows = this.lines.map(
      (l) => `${String(l.quantity).padStart(3)} x ${l.product.name.slice(0, 24).padEnd(24)} ${money(linePrice(l)).padStart(10)}`
    );
    const total = this.subtotal() - this.discount() + this.shipping();
    if (this.coupon) rows.push(`coupon ${this.coupon.code}: -${money(this.discount())}`);
    if (this.note) rows.push(`note: ${this.note}`);
    rows.push(`shipping: ${money(this.shipping())}`);
    rows.push(`total: ${money(total)}, of which tax ${money(this.tax())}`);
    return rows.join('\n');
  }
