package main

import (
	"encoding/json"
	"maps"
	"slices"
)

// digested is a resource with its digests, as in-toto has it.
type digested struct {
	Name   string            `json:"name,omitempty"`
	URI    string            `json:"uri,omitempty"`
	Digest map[string]string `json:"digest,omitempty"`
}

// provenance writes how the packages were made: a statement of in-toto whose predicate is SLSA's,
// version 1. It has no time and no name of a machine, because anybody who repeats the build gets
// the same bytes. A signer wraps it in an envelope.
func (r *release) provenance(out string) error {
	sums, err := table(out)
	if err != nil {
		return err
	}
	var subjects []digested
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		subjects = append(subjects, digested{Name: name, Digest: map[string]string{"sha256": sums[name]}})
	}
	parts, err := r.parts()
	if err != nil {
		return err
	}
	materials := []digested{{URI: "git+" + homepage + "@" + r.commit, Digest: map[string]string{"gitCommit": r.commit}}}
	for _, p := range parts {
		if p.purl != "" {
			materials = append(materials, digested{URI: p.purl})
		}
	}
	text, err := json.MarshalIndent(map[string]any{
		"_type": "https://in-toto.io/Statement/v1", "subject": subjects, "predicateType": "https://slsa.dev/provenance/v1",
		"predicate": map[string]any{
			"buildDefinition": map[string]any{
				"buildType":            homepage + "/tree/main/release",
				"externalParameters":   map[string]any{"version": r.version, "platforms": r.platforms},
				"internalParameters":   map[string]any{"go": r.goVersion},
				"resolvedDependencies": materials,
			},
			"runDetails": map[string]any{"builder": map[string]any{"id": homepage + "/blob/main/docs/releasing.md"}},
		},
	}, "", "  ")
	if err != nil {
		return err
	}
	return write(out, "chaffinch_"+r.version+".intoto.json", append(text, '\n'))
}
