package transcript

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// FORMAT.md describes each known type and subtype.
func TestRecordTypesAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../FORMAT.md")
	if err != nil {
		t.Fatal(err)
	}
	documented := map[string]bool{}
	word := regexp.MustCompile(`[\w-]+`)
	for _, code := range regexp.MustCompile("`[^`\n]+`").FindAllString(string(page), -1) {
		for _, w := range word.FindAllString(code, -1) {
			documented[w] = true
		}
	}
	for _, rt := range recordTypes {
		for name := range strings.SplitSeq(rt.label, "/") {
			if !documented[name] {
				t.Errorf("FORMAT.md does not describe %q of the record type %s", name, rt.label)
			}
		}
	}
}

// A label has one entry. A subtype comes after its type, and inherits what its entry does not set.
func TestRecordTypes(t *testing.T) {
	seen := map[string]recordType{}
	for _, rt := range recordTypes {
		if _, twice := seen[rt.label]; twice {
			t.Errorf("%s has two entries", rt.label)
		}
		seen[rt.label] = rt
		kind, _, isSubtype := strings.Cut(rt.label, "/")
		if !isSubtype {
			continue
		}
		of, ok := seen[kind]
		if !ok {
			t.Errorf("%s comes before an entry of its type", rt.label)
		}
		if rt.handle == nil && of.handle != nil || (rt.note == nil) != (of.note == nil) ||
			rt.known != of.known || rt.reason != of.reason {
			t.Errorf("%s does not inherit from its type: %+v, want %+v", rt.label, rt, of)
		}
	}
}

func TestRecordTypeOf(t *testing.T) {
	for label, want := range map[string]string{
		"user":                    "user",
		"user/":                   "user",
		"system/compact_boundary": "system/compact_boundary",
		"system/new_subtype":      "system",
		"attachment/new_subtype":  "attachment",
		"new-type":                "",
		"new-type/subtype":        "",
		"/compact_boundary":       "",
		"":                        "",
	} {
		if got := recordTypeOf(label); got.label != want || want == "" && got != unknownType {
			t.Errorf("%q is treated like %q, want %q", label, got.label, want)
		}
	}
}
