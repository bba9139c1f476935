package sariftest

import "testing"

func TestFaults_FindsViolations(t *testing.T) {
	for _, bad := range []string{
		`{"version": "2.1.0", "runs": []}`, `{"$schema": "x", "version": "2.0", "runs": []}`, `{"$schema": "x", "version": "2.1.0", "runs": {}}`,
		`{"$schema": "x", "version": "2.1.0", "runs": [], "more": 1}`, `{"$schema": "x", "version": "2.1.0", "runs": [1]}`,
		`{"$schema": "x", "version": "2.1.0", "runs": [{"tool": {"driver": {"name": "x", "rules": []}}, "results": [{}]}]}`,
	} {
		if len(Faults([]byte(bad))) == 0 {
			t.Errorf("no fault in %s", bad)
		}
	}
	for uri, good := range map[string]bool{"a%20b/c.go": true, "a b/c.go": false, "file:///a.go": true, "%": false} {
		if scalars["uri"](uri) != good {
			t.Errorf("%q", uri)
		}
	}
}
