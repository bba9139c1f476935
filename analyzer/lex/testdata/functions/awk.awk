function first(a, b) { if (a) { return b } }
{ print first($1, 2) }
