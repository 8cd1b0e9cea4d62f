package transcript_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strings"
	"testing"

	"unspool/parser/testutil"
	"unspool/parser/testutil/parsertest"
	"unspool/parser/transcript"
)

// TestClassNames checks that the name of each class is the name of its constant in kebab case.
func TestClassNames(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "classify.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	class := transcript.ClassOther
	ast.Inspect(file, func(n ast.Node) bool {
		decl, ok := n.(*ast.GenDecl)
		if !ok || decl.Tok != token.CONST {
			return true
		}
		for _, spec := range decl.Specs {
			name := spec.(*ast.ValueSpec).Names[0].Name
			words := regexp.MustCompile(`[A-Z][a-z]*`).FindAllString(strings.TrimPrefix(name, "Class"), -1)
			if want := strings.ToLower(strings.Join(words, "-")); class.String() != want {
				t.Errorf("the name of %s is %q, want %q", name, class, want)
			}
			class++
		}
		return false
	})
	if last := transcript.ClassDamaged; class != last+1 {
		t.Errorf("found %d constants, want %d", class, last+1)
	}
}

// TestClassOfUserRecord lists the classes of records by their text and members alone; the golden
// cases cover classification by context.
func TestClassOfUserRecord(t *testing.T) {
	const reminder = `<system-reminder>be brief</system-reminder>`
	for _, c := range []struct {
		want       transcript.Class
		text, more string
	}{
		{transcript.ClassPrompt, `go`, ``},
		{transcript.ClassPrompt, reminder + `go`, ``},
		{transcript.ClassPrompt, `<b>go</b>`, ``},
		{transcript.ClassPrompt, `what is <command-name>?`, ``},
		{transcript.ClassContext, reminder, ``},
		{transcript.ClassContext, `<ide_selection>a</ide_selection>\n` + reminder, ``},
		{transcript.ClassContext, ` \n`, ``},
		{transcript.ClassCommand, `<command-name>/cost</command-name>`, ``},
		{transcript.ClassCommand, `<command-message>review</command-message>`, ``},
		{transcript.ClassCommand, reminder + `<command-name>/cost</command-name>`, ``},
		{transcript.ClassShell, `<bash-input>ls</bash-input>`, ``},
		{transcript.ClassOutput, `<bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>`, ``},
		{transcript.ClassOutput, `<local-command-stdout>a</local-command-stdout>`, ``},
		{transcript.ClassOutput, `Unknown skill: x`, ``},
		{transcript.ClassMemory, `<user-memory-input>a</user-memory-input>`, ``},
		{transcript.ClassNotification, `<task-notification>a</task-notification>`, ``},
		{transcript.ClassNotification, `<system-reminder>\n<task-notification>a</task-notification></system-reminder>`, ``},
		{transcript.ClassNotification, `done`, `,"origin":{"kind":"task-notification"}`},
		{transcript.ClassPeer, `<teammate-message teammate_id=\"a\">b</teammate-message>`, ``},
		{transcript.ClassPeer, `hello`, `,"origin":{"kind":"peer"}`},
		{transcript.ClassInjected, `Caveat: The messages below were generated`, ``},
		{transcript.ClassInjected, `go`, `,"isMeta":true`},
		{transcript.ClassInterrupt, `[Request interrupted by user for tool use]`, ``},
		{transcript.ClassPrompt, `[Request interrupted by user] why?`, ``},
		{transcript.ClassSummary, `so far`, `,"isCompactSummary":true`},
		{transcript.ClassSummary, `This session is being continued from a previous conversation`, ``},
		{transcript.ClassNote, `a note`, `,"isVisibleInTranscriptOnly":true`},
	} {
		line := `{"type":"user","uuid":"u","message":{"role":"user","content":"` + c.text + `"}` + c.more + `}`
		f := parsertest.Read("s.jsonl", []byte(line), len(line))
		if got := f.Records.At(0).Class; got != c.want {
			t.Errorf("%s: class %s, want %s", line, got, c.want)
		}
	}
}

// TestClassesAgreeWithOrigins compares classes with what newer versions record: who wrote a user
// record, and the permission mode of a prompt. Classification cannot rely on them since older
// versions do not record them, but it must agree with them: FORMAT.md, "Classification of a
// main-file record".
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
				{from.Kind == "task-notification", "origin task-notification", "notification scheduled"},
				{stated.PromptSource == "typed", "promptSource typed", "prompt command shell memory"},
				{stated.PermissionMode != "", "permissionMode", "prompt command shell notification peer scheduled"},
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
