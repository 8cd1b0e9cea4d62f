package parser_test

import (
	"encoding/json"
	"strings"
	"testing"

	"unspool/parser/testutil"
	"unspool/parser/transcript"
)

// What newer versions record about a user record (who wrote it, and the
// permission mode of its prompt) is no rule, since older ones do not: but where
// it is there it must agree with the class. FORMAT.md, "Classification of a
// main-file record".
func TestPositiveEvidence(t *testing.T) {
	evidence := 0
	for _, file := range testutil.Transcripts(t) {
		f := read(file.Name, file.Data, 1<<20)
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
				evidence++
			}
			for _, x := range []struct {
				says bool
				what string
				want string
			}{
				{from.Kind == "human", "origin human", "prompt command shell memory"},
				{from.Kind == "task-notification", "origin task-notification", "notification auto"},
				{stated.PromptSource == "typed", "promptSource typed", "prompt command shell memory"},
				{stated.PermissionMode != "", "permissionMode", "prompt command shell notification peer auto"},
			} {
				if is := classNames[r.Class]; x.says && !strings.Contains(" "+x.want+" ", " "+is+" ") {
					t.Errorf("%s:%d: %s, but it is read as %q", file.Path, r.Line, x.what, is)
				}
			}
		}
	}
	if evidence == 0 {
		t.Error("no transcript records any")
	}
}

var classNames = map[transcript.Class]string{
	transcript.ClassPrompt: "prompt", transcript.ClassScheduled: "auto", transcript.ClassCommand: "command", transcript.ClassShell: "shell",
	transcript.ClassNotification: "notification", transcript.ClassPeer: "peer", transcript.ClassMemory: "memory", transcript.ClassInjected: "meta",
	transcript.ClassInterrupt: "interrupt", transcript.ClassContext: "context", transcript.ClassOutput: "output", transcript.ClassToolResult: "result",
	transcript.ClassSummary: "summary", transcript.ClassNote: "note",
}
