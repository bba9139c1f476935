package pairing

// Indexed reports whether an occurrence is of the present file.
var Indexed = indexed
