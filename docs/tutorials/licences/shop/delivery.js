// SPDX-License-Identifier: MIT
// Copyright (c) 2024 The shop authors

const rates = { letter: 180, parcel: 490, pallet: 5900 };

/** The price of a delivery in cents. Heavy goods travel on a pallet. */
export function deliveryPrice(basket, country) {
  const weight = basket.reduce((sum, line) => sum + line.grams * line.pieces, 0);
  let kind = "parcel";
  if (weight > 31_500) kind = "pallet";
  else if (weight < 500 && basket.every((line) => line.flat)) kind = "letter";
  return country.zone === 0 ? rates[kind] : Math.round(rates[kind] * (1 + country.zone * 0.35));
}

const units = [["week", 604800], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

/** "Arrives in 3 days" */
export function arrivesIn(order) {
  const seconds = (order.due - Date.now()) / 1000;
  for (const [name, size] of units) {
    const n = Math.floor(seconds / size);
    if (n >= 1) return "Arrives in " + n + " " + name + (n === 1 ? "" : "s");
  }
  return "Arrives today";
}
