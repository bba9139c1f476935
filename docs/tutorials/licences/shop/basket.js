// SPDX-License-Identifier: MIT
// Copyright (c) 2024 The shop authors
//
// Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
// associated documentation files, to deal in the Software without restriction. See LICENSE.

/** What a customer is about to buy. */
export class Basket {
  lines = new Map();

  add(product, pieces = 1) {
    const line = this.lines.get(product.id) ?? { product, pieces: 0 };
    line.pieces = Math.min(line.pieces + pieces, product.stock);
    this.lines.set(product.id, line);
  }

  remove(product) {
    this.lines.delete(product.id);
  }

  total(voucher) {
    let cents = 0;
    for (const { product, pieces } of this.lines.values()) cents += product.price * pieces;
    return voucher ? Math.max(0, cents - voucher.worth) : cents;
  }
}
