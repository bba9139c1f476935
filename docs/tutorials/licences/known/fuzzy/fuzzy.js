// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright (C) 2019 The fuzzy authors
//
// This program is free software: you can redistribute it and/or modify it under the terms of the GNU
// General Public License, version 3 or later. It comes without any warranty.

const GAP = 3;
const BONUS_START = 8;
const BONUS_CAMEL = 6;

/** Scores how well a pattern matches a name, as if somebody had typed it with letters left out. */
export function fuzzyScore(pattern, name) {
  let score = 0;
  let last = -1;
  for (const letter of pattern) {
    let best = -1;
    let found = -1;
    for (let i = last + 1; i < name.length; i++) {
      if (name[i].toLowerCase() !== letter.toLowerCase()) continue;
      let points = 16 - GAP * Math.min(i - last - 1, 4);
      if (i === 0 || "-_./ ".includes(name[i - 1])) points += BONUS_START;
      else if (name[i] !== name[i].toLowerCase()) points += BONUS_CAMEL;
      if (points > best) {
        best = points;
        found = i;
      }
    }
    if (found < 0) return 0;
    score += best;
    last = found;
  }
  return score / (16 * pattern.length);
}

/** Lists the names that match, best first. */
export function fuzzyFind(pattern, names, limit = 20) {
  const scored = names.map((name) => ({ name, score: fuzzyScore(pattern, name) }));
  return scored
    .filter((entry) => entry.score > 0)
    .sort((a, b) => b.score - a.score || a.name.length - b.name.length)
    .slice(0, limit)
    .map((entry) => entry.name);
}
