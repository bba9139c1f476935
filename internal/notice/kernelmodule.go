package notice

import "bytes"

// moduleLicense begins the line with the licence of a module of the Linux kernel.
var moduleLicense = []byte("MODULE_LICENSE(\"")

// moduleLicenses are the licences of such lines (include/linux/module.h). No version is meant.
var moduleLicenses = map[string]string{"GPL": "GPL", "GPL v2": "GPL", "GPL and additional rights": "GPL", "Dual BSD/GPL": "BSD OR GPL", "Dual MIT/GPL": "MIT OR GPL", "Dual MPL/GPL": "MPL OR GPL"}

// OfKernelModule returns the licence that a source of a kernel module states in its code. It denies
// others if it is proprietary.
func OfKernelModule(source []byte) (c Claim, denies, ok bool) {
	at := bytes.Index(source, moduleLicense)
	if at <= 0 || source[at-1] != '\n' {
		return c, false, false
	}
	said := source[at+len(moduleLicense):]
	name, _, _ := bytes.Cut(said, []byte(`"`))
	return Claim{Family: moduleLicenses[string(name)]}, bytes.EqualFold(name, []byte("Proprietary")), true
}
