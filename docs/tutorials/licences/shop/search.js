// SPDX-License-Identifier: MIT
// Copyright (c) 2024 The shop authors

import { products } from "./catalogue.js";

const perPage = 24;

/** The page of products for what the customer typed. */
export function searchPage(text, page, filters) {
  let candidates = products.filter((p) => p.stock > 0);
  for (const [key, wanted] of Object.entries(filters)) {
    candidates = candidates.filter((p) => p.attributes[key] === wanted);
  }
  if (text.trim() !== "") {
    candidates = candidates
      .map((p) => [closeness(text.trim(), p.title), p])
      .filter(([c]) => c > 0.4)
      .sort(([a], [b]) => b - a)
      .map(([, p]) => p);
  }
  const start = (page - 1) * perPage;
  return { total: candidates.length, items: candidates.slice(start, start + perPage) };
}

function closeness(typed, title) {
  let sum = 0;
  let previous = -1;
  for (const ch of typed) {
    let most = -1;
    let where = -1;
    for (let k = previous + 1; k < title.length; k++) {
      if (title[k].toLowerCase() !== ch.toLowerCase()) continue;
      let gain = 16 - 3 * Math.min(k - previous - 1, 4);
      if (k === 0 || "-_./ ".includes(title[k - 1])) gain += 8;
      else if (title[k] !== title[k].toLowerCase()) gain += 6;
      if (gain > most) {
        most = gain;
        where = k;
      }
    }
    if (where < 0) return 0;
    sum += most;
    previous = where;
  }
  return sum / (16 * typed.length);
}
