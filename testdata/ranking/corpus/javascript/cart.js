'use strict';

// Prices of a shopping cart: quantities, coupons, shipping and tax, in cents.

const TAX_RATES = { standard: 0.19, reduced: 0.07, none: 0 };
const FREE_SHIPPING_FROM = 5000;

class CartError extends Error {
  constructor(code, message) {
    super(message);
    this.name = 'CartError';
    this.code = code;
  }
}

class Cart {
  constructor(catalog) {
    this.catalog = catalog;
    this.lines = [];
    this.coupon = null;
  }

  add(sku, quantity = 1) {
    const product = this.catalog.find((p) => p.sku === sku);
    if (!product) {
      throw new CartError('unknown', `no product ${sku}`);
    }
    if (!Number.isInteger(quantity) || quantity < 1) {
      throw new CartError('quantity', `cannot add ${quantity} of ${sku}`);
    }
    const line = this.lines.find((l) => l.product.sku === sku);
    const wanted = (line ? line.quantity : 0) + quantity;
    if (wanted > product.stock) {
      throw new CartError('stock', `only ${product.stock} of ${sku} left`);
    }
    if (line) {
      line.quantity = wanted;
    } else {
      this.lines.push({ product, quantity });
    }
    return this;
  }

  remove(sku) {
    this.lines = this.lines.filter((l) => l.product.sku !== sku);
    return this;
  }

  apply(coupon, today = new Date()) {
    if (coupon.expires && new Date(coupon.expires) < today) {
      throw new CartError('expired', `coupon ${coupon.code} has expired`);
    }
    if (coupon.minimum && this.subtotal() < coupon.minimum) {
      throw new CartError('minimum', `coupon ${coupon.code} needs ${money(coupon.minimum)}`);
    }
    this.coupon = coupon;
    return this;
  }

  subtotal() {
    return this.lines.reduce((sum, line) => sum + linePrice(line), 0);
  }

  discount() {
    if (!this.coupon) return 0;
    const subtotal = this.subtotal();
    switch (this.coupon.kind) {
      case 'percent':
        return Math.round((subtotal * this.coupon.value) / 100);
      case 'amount':
        return Math.min(subtotal, this.coupon.value);
      case 'cheapest': {
        const prices = this.lines.map((l) => l.product.price);
        return prices.length > 1 ? Math.min(...prices) : 0;
      }
      default:
        return 0;
    }
  }

  shipping() {
    if (this.lines.length === 0) return 0;
    if (this.subtotal() - this.discount() >= FREE_SHIPPING_FROM) return 0;
    const grams = this.lines.reduce((sum, l) => sum + l.product.grams * l.quantity, 0);
    return grams <= 1000 ? 490 : 490 + Math.ceil((grams - 1000) / 500) * 120;
  }

  tax() {
    const share = 1 - this.discount() / (this.subtotal() || 1);
    let tax = 0;
    for (const line of this.lines) {
      const rate = TAX_RATES[line.product.tax || 'standard'];
      tax += linePrice(line) * share * (rate / (1 + rate));
    }
    return Math.round(tax);
  }

  receipt() {
    const rows = this.lines.map(
      (l) => `${String(l.quantity).padStart(3)} x ${l.product.name.padEnd(24)} ${money(linePrice(l)).padStart(10)}`
    );
    const total = this.subtotal() - this.discount() + this.shipping();
    rows.push('-'.repeat(41));
    if (this.coupon) rows.push(`coupon ${this.coupon.code}: -${money(this.discount())}`);
    rows.push(`shipping: ${money(this.shipping())}`);
    rows.push(`total: ${money(total)}, of which tax ${money(this.tax())}`);
    return rows.join('\n');
  }
}

// Ten of a kind and more are a tenth cheaper.
function linePrice({ product, quantity }) {
  const price = product.price * quantity;
  return quantity >= 10 ? Math.round(price * 0.9) : price;
}

function money(cents) {
  return `${(cents / 100).toFixed(2)} EUR`;
}

module.exports = { Cart, CartError };
