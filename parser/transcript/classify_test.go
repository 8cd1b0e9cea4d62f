package transcript_test

import (
	"encoding/json"
	"strings"
	"testing"

	"unspool/parser/testutil"
	"unspool/parser/testutil/parsertest"
	"unspool/parser/transcript"
)

// Each class has a unique name.
func TestClassNames(t *testing.T) {
	seen := map[string]bool{}
	for c := transcript.ClassOther; c <= transcript.ClassGap; c++ {
		if name := c.String(); name == "" || seen[name] {
			t.Errorf("the name of class %d is %q", c, name)
		}
		seen[c.String()] = true
	}
	if got := transcript.ClassGap.String(); got != "gap" {
		t.Errorf("the name of the last class is %q", got)
	}
}

// Newer versions record who wrote a user record, and the permission mode of a prompt. Classification
// cannot rely on them since older versions do not, but it must agree with them: FORMAT.md,
// "Classification of a main-file record".
func TestClassesAgreeWithOrigins(t *testing.T) {
	compared := 0
	for _, file := range testutil.Transcripts(t) {
		f := parsertest.Read(file.Name, file.Data, 1<<20)
		for i := range f.Records.Len() {
			r := f.Records.At(i)
			if f.Name(r.Label) != "user" || r.Class == transcript.ClassDuplicate {
				continue
			}
			var stated struct {
				PromptSource, PermissionMode string
				Origin                       json.RawMessage
			}
			if json.Unmarshal(file.Data[r.Offset:r.Offset+int64(r.Length)], &stated) != nil {
				continue
			}
			var from struct{ Kind string }
			if json.Unmarshal(stated.Origin, &from) != nil {
				json.Unmarshal(stated.Origin, &from.Kind)
			}
			if stated.PromptSource+stated.PermissionMode+from.Kind != "" {
				compared++
			}
			for _, x := range []struct {
				recorded bool
				fact     string
				classes  string
			}{
				{from.Kind == "human", "origin human", "prompt command shell memory"},
				{from.Kind == "task-notification", "origin task-notification", "notification auto"},
				{stated.PromptSource == "typed", "promptSource typed", "prompt command shell memory"},
				{stated.PermissionMode != "", "permissionMode", "prompt command shell notification peer auto"},
			} {
				if class := r.Class.String(); x.recorded && !strings.Contains(" "+x.classes+" ", " "+class+" ") {
					t.Errorf("%s:%d: %s, but the class is %s", file.Path, r.Line, x.fact, class)
				}
			}
		}
	}
	if compared == 0 {
		t.Error("no transcript records an origin")
	}
}
