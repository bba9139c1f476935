// Recently viewed products.
export class RecentlyViewed {
    #items;
    #head = 0;
    #used = 0;

    constructor(size) {
        if (!Number.isInteger(size) || size < 1)
            throw new RangeError("a ring needs room for one value");
        this.#items = new Array(size);
    }

    get length() { return this.#used; }

    push(item) {
        const size = this.#items.length;
        const at = (this.#head + this.#used) % size;
        const replaced = this.#items[at];
        this.#items[at] = item;
        if (this.#used < size) { this.#used++; return undefined; }
        this.#head = (this.#head + 1) % size;
        return replaced;
    }

    *[Symbol.iterator]() {
        for (let i = 0; i < this.#used; i++)
            yield this.#items[(this.#head + i) % this.#items.length];
    }
}
