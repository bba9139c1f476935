'use strict';

class Signal {
  #listeners = new Set();

  connect(listener) {
    this.#listeners.add(listener);
    return this;
  }

  disconnect(listener) {
    this.#listeners.delete(listener);
    return this;
  }

  emit(...args) {
    for (const listener of [...this.#listeners]) listener(...args);
  }
}

class Observable {
  constructor(target) {
    this.changed = new Signal();
    return new Proxy(target, {
      get: (object, key) => (key === 'changed' ? this.changed : Reflect.get(object, key)),
      set: (object, key, value) => {
        const old = object[key];
        object[key] = value;
        if (old !== value) this.changed.emit(key, value, old);
        return true;
      },
      deleteProperty: (object, key) => {
        if (key in object) this.changed.emit(key, undefined, object[key]);
        return delete object[key];
      },
    });
  }
}

const settings = new Observable({ theme: 'dark', size: 12 });
settings.changed.connect((key, value, old) => {
  console.log(`${String(key)}: ${old} -> ${value}`);
});
settings.size += 2;
settings.theme = 'light';
delete settings.theme;

module.exports = { Signal, Observable };
