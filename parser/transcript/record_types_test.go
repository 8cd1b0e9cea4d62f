package transcript

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"unspool/parser/record"
)

// TestRecordTypesAreDocumented checks that FORMAT.md describes each known type and subtype.
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

// TestRecordTypes checks that a label has one entry, and that a subtype comes after its type.
func TestRecordTypes(t *testing.T) {
	seen := map[string]bool{}
	for _, rt := range recordTypes {
		if seen[rt.label] {
			t.Errorf("%s has two entries", rt.label)
		}
		seen[rt.label] = true
		if kind, _, _ := strings.Cut(rt.label, "/"); !seen[kind] {
			t.Errorf("%s comes before an entry of its type", rt.label)
		}
	}
}

// TestSubtypesInherit checks that a subtype inherits the members that its entry does not set, and
// only those.
func TestSubtypesInherit(t *testing.T) {
	calls := ""
	handle := func(name string) func(*builder, *record.Record, []byte, int32) {
		return func(*builder, *record.Record, []byte, int32) { calls += " " + name }
	}
	note := func(name string) func(*Metadata, *record.Record, []byte, int32) {
		return func(*Metadata, *record.Record, []byte, int32) { calls += " " + name }
	}
	evidence := func(name string) func(*recordLinker, *record.Record, []byte, int32) {
		return func(*recordLinker, *record.Record, []byte, int32) { calls += " " + name }
	}
	byLabel := indexRecordTypes([]recordType{
		{label: "full", handle: handle("handle"), note: note("note"), evidence: evidence("evidence"),
			known: true, reason: ReasonSystem},
		{label: "full/bare"},
		{label: "full/own", handle: handle("own-handle"), note: note("own-note"), evidence: evidence("own-evidence"),
			reason: ReasonContext},
		{label: "empty"},
		{label: "empty/bare"},
		{label: "empty/own", note: note("own-note"), known: true, reason: ReasonFiller},
	})
	for label, want := range map[string]struct {
		calls  string
		known  bool
		reason Reason
	}{
		"full":       {" handle note evidence", true, ReasonSystem},
		"full/bare":  {" handle note evidence", true, ReasonSystem},
		"full/own":   {" own-handle own-note own-evidence", true, ReasonContext},
		"empty":      {"", false, ReasonOther},
		"empty/bare": {"", false, ReasonOther},
		"empty/own":  {" own-note", true, ReasonFiller},
	} {
		rt := byLabel[label]
		calls = ""
		if rt.handle != nil {
			rt.handle(nil, nil, nil, 0)
		}
		if rt.note != nil {
			rt.note(nil, nil, nil, 0)
		}
		if rt.evidence != nil {
			rt.evidence(nil, nil, nil, 0)
		}
		if calls != want.calls || rt.known != want.known || rt.reason != want.reason {
			t.Errorf("%s calls%s, is known: %t, reason %d; want%s, %t, %d",
				label, calls, rt.known, rt.reason, want.calls, want.known, want.reason)
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
