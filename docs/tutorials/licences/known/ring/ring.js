// SPDX-License-Identifier: MIT
// Copyright (c) 2021 The ring authors
//
// Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
// associated documentation files, to deal in the Software without restriction. See LICENSE.

/** A buffer of fixed size. When it is full, the oldest value makes room. */
export class Ring {
  #values;
  #first = 0;
  #count = 0;

  constructor(size) {
    if (!Number.isInteger(size) || size < 1) throw new RangeError("a ring needs room for one value");
    this.#values = new Array(size);
  }

  get length() {
    return this.#count;
  }

  /** Adds a value, and returns the one that it replaced, if any. */
  push(value) {
    const size = this.#values.length;
    const at = (this.#first + this.#count) % size;
    const replaced = this.#values[at];
    this.#values[at] = value;
    if (this.#count < size) {
      this.#count++;
      return undefined;
    }
    this.#first = (this.#first + 1) % size;
    return replaced;
  }

  shift() {
    if (this.#count === 0) return undefined;
    const value = this.#values[this.#first];
    this.#values[this.#first] = undefined;
    this.#first = (this.#first + 1) % this.#values.length;
    this.#count--;
    return value;
  }

  *[Symbol.iterator]() {
    for (let i = 0; i < this.#count; i++) yield this.#values[(this.#first + i) % this.#values.length];
  }
}
