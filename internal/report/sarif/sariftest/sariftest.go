// Package sariftest checks SARIF logs in tests.
package sariftest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strings"
)

// Faults lists what in a log violates the standard, as far as chaffinch writes it.
func Faults(log []byte) []string {
	var v map[string]any
	if err := json.Unmarshal(log, &v); err != nil {
		return []string{err.Error()}
	}
	return faultsOf("", objects["log"], v)
}

// object describes an object of the standard, as far as chaffinch writes it: for every key the kind
// of its value. A key that ends in ! is required. "*" is any key.
//
// It follows the prose of the standard, because the JSON schema has another licence.
type object map[string]string

var objects = map[string]object{
	"log":           {"$schema!": "string", "version!": "2.1.0", "runs!": "[]run"},
	"run":           {"tool!": "tool", "invocations": "[]invocation", "originalUriBaseIds": "bases", "columnKind": "utf16CodeUnits|unicodeCodePoints", "results!": "[]result"},
	"tool":          {"driver!": "driver"},
	"driver":        {"name!": "string", "version": "string", "rules!": "[]rule"},
	"rule":          {"id!": "string", "name": "string", "shortDescription!": "message", "fullDescription!": "message", "help!": "message", "defaultConfiguration": "configuration", "properties": "tags"},
	"configuration": {"level": "none|note|warning|error"},
	"tags":          {"tags": "[]string"},
	"invocation":    {"executionSuccessful!": "bool", "toolExecutionNotifications": "[]notification"},
	"notification":  {"level": "none|note|warning|error", "message!": "message"},
	"message":       {"text!": "string"},
	"bases":         {"*": "base"},
	"base":          {"description": "message"},
	"result": {
		"ruleId!": "string", "ruleIndex": "natural", "level": "none|note|warning|error", "rank": "percent", "message!": "message",
		"locations!": "[]location", "relatedLocations!": "[]location", "partialFingerprints!": "strings",
		"baselineState": "new|unchanged|updated|absent", "properties": "numbers", "suppressions": "[]suppression",
	},
	"suppression":      {"kind!": "inSource|external", "status": "accepted|underReview|rejected", "justification": "string"},
	"location":         {"id": "natural", "physicalLocation!": "physicalLocation", "message": "message"},
	"physicalLocation": {"artifactLocation!": "artifact", "region": "region"},
	"artifact":         {"uri!": "uri", "uriBaseId": "%SRCROOT%"},
	"region":           {"startLine!": "positive", "startColumn": "positive", "endLine": "positive", "endColumn": "positive"},
	"strings":          {"*": "string"},
	"numbers":          {"*": "number"},
}

var scalars = map[string]func(v any) bool{
	"string": func(v any) bool { s, ok := v.(string); return ok && s != "" },
	"uri": func(v any) bool {
		s, ok := v.(string)
		u, err := url.Parse(s)
		return ok && err == nil && u.String() == s
	},
	"bool":     func(v any) bool { _, ok := v.(bool); return ok },
	"number":   func(v any) bool { _, ok := v.(float64); return ok },
	"natural":  func(v any) bool { n, ok := v.(float64); return ok && n >= 0 && n == math.Trunc(n) },
	"positive": func(v any) bool { n, ok := v.(float64); return ok && n >= 1 && n == math.Trunc(n) },
	"percent":  func(v any) bool { n, ok := v.(float64); return ok && n >= 0 && n <= 100 },
}

// faultsOf lists the violations in an object.
func faultsOf(path string, o object, v map[string]any) (faults []string) {
	for key := range o {
		if name, needed := strings.CutSuffix(key, "!"); needed && v[name] == nil {
			faults = append(faults, path+" has no "+name)
		}
	}
	for key, value := range v {
		kind := cmp.Or(o[key], o[key+"!"], o["*"])
		if kind == "" {
			faults = append(faults, path+" has "+key)
			continue
		}
		faults = append(faults, valueFaults(path+"."+key, kind, value)...)
	}
	return faults
}

func valueFaults(path, kind string, value any) (faults []string) {
	if element, isArray := strings.CutPrefix(kind, "[]"); isArray {
		all, ok := value.([]any)
		if !ok {
			return []string{path + " is not an array"}
		}
		for _, v := range all {
			faults = append(faults, valueFaults(path+"[]", element, v)...)
		}
		return faults
	}
	if o, isObject := objects[kind]; isObject {
		v, ok := value.(map[string]any)
		if !ok {
			return []string{path + " is not an object"}
		}
		return faultsOf(path, o, v)
	}
	fits := scalars[kind]
	if fits == nil {
		fits = func(v any) bool { s, ok := v.(string); return ok && slices.Contains(strings.Split(kind, "|"), s) }
	}
	if !fits(value) {
		return []string{fmt.Sprintf("%s is %v, and no %s", path, value, kind)}
	}
	return nil
}
