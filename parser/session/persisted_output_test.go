package session_test

import (
	"testing"

	"unspool/parser/session"
	"unspool/parser/transcript"
)

// TestSpilledOutput checks that only the base name of a recorded path counts. The file is one of
// the session's own.
func TestSpilledOutput(t *testing.T) {
	store := session.NewStore()
	open := func(name, text string) *transcript.File {
		f := store.Open(name, int64(len(text)))
		f.Write([]byte(text))
		f.Close()
		return f
	}
	record := func(session string) string {
		return `{"type":"user","uuid":"u-` + session + `","sessionId":"` + session + `","message":{"role":"user","content":"go"}}` + "\n"
	}
	one := open("p/one.jsonl", record("one"))
	two := open("p/two.jsonl", record("two"))
	resumed := open("p/resumed.jsonl", record("one"))
	agent := open("p/one/subagents/agent-a1.jsonl", `{"type":"user","uuid":"u9","sessionId":"one","agentId":"a1","isSidechain":true,"message":{"role":"user","content":"go"}}`+"\n")
	ownOne := open("p/one/tool-results/x.txt", "1")
	ownTwo := open("p/two/tool-results/x.txt", "2")
	open("q/one/tool-results/x.txt", "of the same session in another project folder")
	moved := open("q/one/tool-results/y.txt", "moved")
	open("p/one/tool-results/deep/z.txt", "not directly in the folder")
	open("p/three/tool-results/w.txt", "of another session")
	open("etc/passwd", "root")
	store.Finish()
	for _, c := range []struct {
		name string
		from *transcript.File
		path string
		want *transcript.File
	}{
		{"own", one, "/home/x/p/one/tool-results/x.txt", ownOne},
		{"file of the same name", two, "/home/x/p/one/tool-results/x.txt", ownTwo},
		{"agent's parent session", agent, "/elsewhere/x.txt", ownOne},
		{"session that it continues", resumed, "/home/x/p/one/tool-results/x.txt", ownOne},
		{"Windows", one, `C:\Users\x\one\tool-results\x.txt`, ownOne},
		{"bare name", one, "x.txt", ownOne},
		{"other project folder", one, "/home/x/y.txt", moved},
		{"outside", one, "/etc/passwd", nil},
		{"relative path to another session", one, "../../three/tool-results/w.txt", nil},
		{"the folder itself", one, "/home/x/one/tool-results/..", nil},
		{"no name", one, "/home/x/one/tool-results/", nil},
		{"empty", one, "", nil},
		{"below the folder", one, "/home/x/one/tool-results/deep/z.txt", nil},
		{"slash in the name", one, `deep\z.txt`, nil},
	} {
		if got := store.Spilled(c.from, c.path); got != c.want {
			t.Errorf("%s: Spilled(%s, %q) is %v, want %v", c.name, c.from.Path, c.path, pathOf(got), pathOf(c.want))
		}
	}
}

func pathOf(f *transcript.File) string {
	if f == nil {
		return "none"
	}
	return f.Path
}
