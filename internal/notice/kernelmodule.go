package notice

import "bytes"

// moduleLicense begins the line with the licence of a module of the Linux kernel.
var moduleLicense = []byte("\nMODULE_LICENSE(\"")

// moduleLicenses are the licences of such lines (include/linux/module.h). No version is meant.
var moduleLicenses = map[string]string{"GPL": "GPL", "GPL v2": "GPL", "Dual BSD/GPL": "BSD OR GPL", "Dual MIT/GPL": "MIT OR GPL", "Dual MPL/GPL": "MPL OR GPL"}

// OfKernelModule returns the licence that a source of a kernel module states in its code.
func OfKernelModule(source []byte) (c Claim, ok bool) {
	_, said, ok := bytes.Cut(source, moduleLicense)
	if !ok {
		return c, false
	}
	name, _, _ := bytes.Cut(said, []byte(`"`))
	return Claim{Family: moduleLicenses[string(name)]}, true
}
