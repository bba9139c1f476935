// Package kill starts the program, kills it with SIGKILL while it writes to an index, and looks at what is left.
//
// A trial begins with an index in a known state and one command that would bring it into another. After every
// kill readers must see one of both states and nothing else, what was written must pass a check, and the same
// command, run to its end, must leave what an index holds that was made anew from the same files: occurrences,
// contents, boilerplate, document frequencies and answers. A command that has printed its summary must have been
// believed: readers see its state.
//
// What is generated and when it is killed follow from the seed. How far the program has come by then does not, so
// that a failure is repeated by many kills of the same seed rather than by one.
package kill
