      apply(coupon, today = new Date()) {
            if(coupon.expires && new Date(coupon.expires) < today) {
                  throw new CartError('expired',
                              `coupon ${coupon.code} has expired`);
            }
            if(coupon.minimum && this.subtotal() < coupon.minimum) {
                  throw new CartError('minimum', `coupon ${coupon.code} needs ${money(coupon.minimum)}`);
            }
            this.coupon = coupon; // only one at a time
            return this;
      }
      subtotal() {
            return this.lines.reduce((sum,
                        line) => sum + linePrice(line), 0);
      }
      discount() {
            if(!this.coupon) return 0;
            const subtotal = this.subtotal(); // before shipping
            switch(this.coupon.kind) {
                  case 'percent':
                        return Math.round((subtotal * this.coupon.value) / 100);
                  case 'amount':
                        return Math.min(subtotal, this.coupon.value);
                  case 'cheapest': {
                        const prices = this.lines.map((l) => l.product.price); // the cheapest line is free

                        return prices.length > 1 ? Math.min(...prices) : 0;
                  }
                  default:
                        return 0;
            }
      }
