  put(isbn, copies = 1) {
    const book = this.books.find((b) => b.isbn === isbn);
    if (!book) {
      throw new BasketError('unknown', `no product ${isbn}`);
    }
    if (!Number.isInteger(copies) || copies < 1) {
      throw new BasketError('quantity', `cannot add ${copies} of ${isbn}`);
    }
    const entry = this.entries.find((e) => e.book.isbn === isbn);
    const target = (entry ? entry.copies : 0) + copies;
    if (target > book.available) {
      throw new BasketError('stock', `only ${book.available} of ${isbn} left`);
    }
    if (entry) {
      entry.copies = target;
    } else {
      this.entries.push({ book, copies });
    }
    return this;
  }

  drop(isbn) {
    this.entries = this.entries.filter((e) => e.book.isbn !== isbn);
    return this;
  }
