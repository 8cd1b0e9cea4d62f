package transcript_test

import (
	"strings"
	"testing"

	"unspool/parser/testutil/parsertest"
)

// TestManyNotifications checks that a long text with many unclosed notifications is read in linear
// time.
func TestManyNotifications(t *testing.T) {
	for _, notice := range []string{
		"<task-notification><task-id>a</task-id>",
		"<task-notification><result></result>x",
		"<task-notification><result>",
	} {
		text := strings.Repeat(notice, 1<<20/len(notice))
		data := `{"type":"user","uuid":"u","message":{"role":"user","content":"` + text + `"}}` + "\n"
		f := parsertest.Read("s.jsonl", []byte(data), 1<<20)
		if f.Records.Len() != 1 || len(f.Notices) > 1 {
			t.Errorf("%.30q: %d notices", notice, len(f.Notices))
		}
	}
}
