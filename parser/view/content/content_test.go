package content

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

func TestCutReminders(t *testing.T) {
	const many = 350_000
	for text, want := range map[string][2]string{
		"a\n<system-reminder>\nb\n</system-reminder>\n":                               {"a\n", "b"},
		"a<system-reminder>b</system-reminder>\n<system-reminder>c</system-reminder>": {"a", "b\n\nc"},
		"say <system-reminder>b</system-reminder> and go on":                          {"say <system-reminder>b</system-reminder> and go on", ""},
		"</system-reminder>": {"</system-reminder>", ""},
		// A hostile result may be nothing else: 12 MB of them.
		strings.Repeat("<system-reminder>x</system-reminder>", many): {"", strings.Repeat("x\n\n", many-1) + "x"},
	} {
		if remainder, reminders := CutReminders(text); remainder != want[0] || reminders != want[1] {
			t.Errorf("%.200q: %.200q and %.200q, want %.200q", text, remainder, reminders, want)
		}
	}
}

func TestFields(t *testing.T) {
	long := strings.Repeat("x", FieldLimit)
	o := source.Parse([]byte(`{"a":"text","n":1.50,"list":["a",2,null],"object":{"k":true,"in":{"x":"y"}},"deep":[[1]],` +
		`"empty":{},"deeper":{"a":{"b":[]}},"long":"` + long + `y"}`))
	want := []protocol.Field{{Name: "a", Value: "text"}, {Name: "n", Value: "1.50"}, {Name: "list", Value: "a, 2, null"},
		{Name: "object", Value: "k: true, in x: y"}, {Name: "deep", Value: "[[1]]"}, {Name: "empty", Value: "{}"},
		{Name: "deeper", Value: `{"a":{"b":[]}}`}, {Name: "long", Value: long + "…"}}
	parts := Fields("input", &o)
	if diff := cmp.Diff(want, parts[0].Fields); diff != "" || !parts[0].Cut {
		t.Errorf("cut: %v, fields:\n%s", parts[0].Cut, diff)
	}
	others := WithOthers(nil, "", &o, "a n list object deep long deeper")
	if others != nil {
		t.Errorf("an empty member is shown: %+v", others)
	}
	text := source.Parse([]byte(`"words"`))
	if parts := Fields("input", &text); len(parts) != 1 || parts[0].Text != "words" {
		t.Errorf("an input that is not an object: %+v", parts)
	}
}
