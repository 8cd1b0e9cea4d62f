package document_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"unspool/parser"
	"unspool/parser/document"
	"unspool/parser/export"
	"unspool/parser/testutil"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/view/filter"
)

// TestAgents checks the documents of all agents of all cases, and of a sample of the corpus.
func TestAgents(t *testing.T) {
	agents := 0
	for name, files := range viewtest.Sessions(t) {
		store, v := viewtest.Load(files, 1<<20)
		for s := range store.Sessions() {
			for _, a := range s.Agents {
				if found, err := export.FindAgent(s, a.ID); err == nil && found == a {
					agents++
					checkDocument(t, name+" "+s.ID+", agent "+a.ID, files, store, v, s.Place, a.ID)
					checkTotals(t, name+" "+s.ID, files, store, s, a)
				}
			}
		}
	}
	if agents == 0 {
		t.Error("there are no agents")
	}
}

// checkTotals checks that the figures of an agent that started no others are those of its file alone. Agents
// of Claude Code itself repeat responses of others, which count once in a session.
func checkTotals(t *testing.T, name string, files []testutil.File, store *parser.Store, s *parser.Session, a *parser.Agent) {
	t.Helper()
	if f := a.Conv.File; f.Role != parser.RoleAgent || a.Internal || len(a.AsSession(s).Agents) > 0 {
		return
	}
	own := []testutil.File{files[a.Conv.File.Number]}
	alone, _ := viewtest.Load(own, 1<<20)
	want, _ := written(t, own, alone, 0, "md", document.Options{})
	got, _ := written(t, files, store, s.Place, "md", document.Options{Agent: a.ID})
	if want, got := totalsIn(want), totalsIn(got); want != got || got == "" {
		t.Errorf("%s, agent %s: %q, and %q of its file alone", name, a.ID, got, want)
	}
}

// totalsIn returns what the head of a document says about the totals.
func totalsIn(markdown string) string {
	head, _, _ := strings.Cut(markdown, "\n- Shown: ")
	_, totals, _ := strings.Cut(head, "\n- Total: ")
	return totals
}

// TestAgentPrompts checks that prompts are those of the agent, whose id can be given by its beginning, and
// what an agent without records or prompts is told.
func TestAgentPrompts(t *testing.T) {
	for _, c := range []struct {
		name, agent string
		prompts     filter.Range
		want        string // a part of the document, or of the error
		turns, left int
		err         error
	}{
		{"agent-resumed", "k1", filter.Range{}, "\n- Total: 1 prompt, 30 tokens, ", 3, 0, nil},
		{"agent-resumed", "k", filter.Range{First: 1, Last: 1}, "\n- Shown: prompts and replies, of prompt 1\n", 3, 0, nil},
		{"agent-layouts", "b1", filter.Range{First: 2, Last: 2}, "\n- Agent: `b1`\n", 1, 1, nil},
		{"agent-layouts", "b1", filter.Range{First: 3, Last: 3}, "the agent has 2 prompts", 0, 0, export.ErrNoPrompts},
		{"agents", "ag", filter.Range{}, "several ids begin with it", 0, 0, export.ErrAmbiguousAgent},
		{"agents", "zz", filter.Range{}, "agent zz: ", 0, 0, export.ErrNoAgent},
	} {
		files := testutil.Cases(t)[c.name]
		store, _ := viewtest.Load(files, 1<<20)
		var out bytes.Buffer
		report, err := document.Markdown(store, store.Session(0), func(i int) io.ReaderAt { return bytes.NewReader(files[i].Data) }, &out,
			document.Options{Agent: c.agent, Prompts: c.prompts})
		got := out.String()
		if err != nil {
			got += err.Error()
		}
		if !strings.Contains(got, c.want) || (out.Len() == 0) != (c.turns == 0) || c.err != nil && !errors.Is(err, c.err) ||
			report.Turns != c.turns || report.LeftOut["turns outside of the chosen prompts"] != c.left {
			t.Errorf("%s, agent %s, prompts %v: %+v, error %v\n%s", c.name, c.agent, c.prompts, report, err, got)
		}
	}
}
