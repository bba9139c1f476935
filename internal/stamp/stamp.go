// Package stamp has the version of the program, which command and browser edition share.
package stamp

// Version is the version of the program. A release build sets it.
var Version = "0.1.0-dev"
