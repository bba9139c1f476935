package scan

import "testing"

// A copy from a folder such as deps/lua is of a component of its own, with the version that its
// header states.
func TestRun_NamesVendoredComponents(t *testing.T) {
	x := makeIndex(t, map[string]map[string]string{"up": {
		"package.json":              `{"name":"top","version":"9.9"}`,
		"deps/acme/src/acme.h":      "#define ACME_MAJOR 1\n#define ACME_MINOR 0\n#define ACME_PATCH 3\nint acme_of(struct acme *first, int second, const char *third);\nint acme_to(struct acme *first, long fourth, const char *fifth);\n",
		"deps/acme/src/routines.go": routines(100) + routine(2),
		"own/routines.go":           routines(101) + routine(3),
	}})
	r := run(t, x, Options{Tree: write(t, map[string]string{"a.go": routines(100) + routine(2), "b.go": routines(101) + routine(3)})})
	got := map[string]string{}
	for i := range r.Findings {
		o := r.Findings[i].Origin
		folder, name := o.Component()
		got[r.Findings[i].File] = folder + " " + name + " " + o.Version + " " + o.Package
	}
	if got["a.go"] != "deps/acme acme 1.0.3 " || got["b.go"] != "   pkg:npm/top@9.9" {
		t.Errorf("%q", got)
	}
}
