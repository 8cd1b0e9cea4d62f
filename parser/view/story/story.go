// Package story sums up a session in a few facts: what was asked, how it ended, what failed, whether
// the tests passed, which files changed, and what most of the cost was for.
//
// In: the items and tool calls of a session, and the text of a few of them. Out: one protocol.Story.
// Invariants: it is derived from the records alone, with the same result whatever the filter; all
// addresses in it are those of rows; abandoned branches do not count.
package story

import (
	"cmp"
	"slices"
	"strings"

	"unspool/parser"
	"unspool/parser/internal/shell"
	"unspool/parser/price"
	"unspool/parser/view/changes"
	"unspool/parser/view/filter"
	"unspool/parser/view/internal/memo"
	"unspool/parser/view/protocol"
	"unspool/parser/view/rows"
	"unspool/parser/view/tool"
)

// A Pane answers requests about the stories of sessions.
type Pane struct {
	rows    *rows.Reader
	changes *changes.Pane
	stories memo.PerSession[memo.Memo[storyKey, *protocol.Story]]
}

// New returns the pane for the sessions of a reader of rows.
func New(rows *rows.Reader, changes *changes.Pane) *Pane { return &Pane{rows: rows, changes: changes} }

// A storyKey identifies the input that a story was made from.
type storyKey struct {
	memo.Identity
	prices *price.Table
}

// storySlack is how far a story may lag behind while files are being read: by an eighth.
const storySlack = 8

// Story returns the story of a session. The sum of its changes takes several requests: see
// [protocol.ChangeSum]. The error is that of a read that failed.
func (p *Pane) Story(session int) (protocol.Story, error) {
	s := p.rows.Store.Session(session)
	if s == nil {
		sum, err := p.changes.Sum(session)
		return protocol.Story{Ending: endingEmpty, Failed: []protocol.FailedCall{}, Changes: sum}, err
	}
	state := memo.StateOf(s)
	now := memo.Version[storyKey]{Key: storyKey{state.Identity, p.rows.Prices}, Size: state.Records + state.Usage, Growing: state.Reading}
	var story protocol.Story
	err := p.rows.Source.Check(func() {
		story = *p.stories.Of(s).Get(now, storySlack, func() *protocol.Story { return p.build(s) })
	})
	if err != nil {
		*p.stories.Of(s) = memo.Memo[storyKey, *protocol.Story]{} // what was not read is missing
		return protocol.Story{}, err
	}
	if story.Changes, err = p.changes.Sum(session); err != nil {
		return protocol.Story{}, err
	}
	return story, nil
}

func (p *Pane) build(s *parser.Session) *protocol.Story {
	out := &protocol.Story{Failed: []protocol.FailedCall{}}
	out.Asked = p.asked(s.Main)
	out.Ended, out.Ending = p.ended(s)
	w := walk{story: out, session: s}
	w.conversation(s.Main)
	for _, a := range s.Agents {
		if a.Conv != nil && !a.Internal { // those of Claude Code itself are not in the outline
			w.conversation(a.Conv)
		}
	}
	// Agents work at the same time as the main conversation.
	slices.SortStableFunc(w.errors, byTime)
	slices.SortStableFunc(w.tests, func(a, b testRun) int { return byTime(a.itemRef, b.itemRef) })
	p.nameErrors(s, w.errors, p.judgeTests(p.withoutOthers(w.tests), &out.Tests), out)
	out.Cause, out.Share = mainCause(s, p.rows.Prices)
	return out
}

// withoutOthers removes the commands that ran no tests from those that the user typed. Only the last of
// these are read, as many as test runs.
func (p *Pane) withoutOthers(runs []testRun) []testRun {
	unread := -maxTestRuns
	for _, run := range runs {
		if run.typed != nil {
			unread++
		}
	}
	return slices.DeleteFunc(runs, func(run testRun) bool {
		if run.typed == nil {
			return false
		}
		unread--
		return unread >= 0 || !shell.Split(strings.TrimPrefix(p.rows.Prompts.Text(run.conv, run.typed), "! ")).RunsTests()
	})
}

// A walk collects the facts that the index of a session has.
type walk struct {
	story   *protocol.Story
	session *parser.Session
	tests   []testRun // and other commands that the user typed
	errors  []itemRef
}

// An itemRef is an item of a conversation.
type itemRef struct {
	conv *parser.Conversation
	item *parser.Item
}

func (r itemRef) key() string { return rows.ItemKey(r.conv.File, r.item) }

func byTime(a, b itemRef) int {
	return cmp.Compare(a.conv.File.Records.At(a.item.Record).Time, b.conv.File.Records.At(b.item.Record).Time)
}

// A testRun is a call that ran tests, or the output of a command that the user ran with "!".
type testRun struct {
	itemRef
	typed *parser.Item // the command, or nil
}

// call returns the tool call of an item, and nil if it is not one.
func (r itemRef) call() *parser.ToolCall {
	if r.item.Kind != parser.ItemTool {
		return nil
	}
	return r.conv.File.Calls.At(r.conv.File.Blocks.At(r.item.Block).Call)
}

func (w *walk) conversation(c *parser.Conversation) {
	f := c.File
	for i := range c.Items {
		item := &c.Items[i]
		if f.Records.At(item.Record).Branch > 0 || w.session.Copies.IsCopied(f, item.Record) {
			continue
		}
		ref := itemRef{c, item}
		if rows.IsError(w.session, c, i) {
			w.errors = append(w.errors, ref)
			if c != w.session.Main {
				w.story.AgentErrors++
			}
		}
		switch item.Kind {
		case parser.ItemCompaction, parser.ItemSummary:
			if c == w.session.Main && (item.Kind == parser.ItemCompaction || i == 0 || c.Items[i-1].Kind != parser.ItemCompaction) {
				count(&w.story.Compactions, ref)
			}
		case parser.ItemTool:
			w.call(ref)
		case parser.ItemOutput:
			if i == 0 {
				continue
			}
			if before := &c.Items[i-1]; before.Kind == parser.ItemPrompt && f.Records.At(before.Record).Class == parser.ClassShell {
				w.tests = append(w.tests, testRun{ref, before})
			}
		}
	}
}

func (w *walk) call(ref itemRef) {
	call, kinds := ref.call(), rows.KindsOf(w.session, ref.conv.File, ref.item)
	if kinds&filter.Agents != 0 {
		count(&w.story.Agents, ref)
	}
	if call.RunsTests {
		w.tests = append(w.tests, testRun{ref, nil})
	}
}

func count(n *protocol.Occurrences, at itemRef) {
	if n.Count++; n.Count == 1 {
		n.First = at.key()
	}
}

// mainCause returns what most of the cost of a session is for, and its share.
func mainCause(s *parser.Session, prices *price.Table) (cause string, share float64) {
	used := s.Cost(prices)
	most := 0.0
	for _, part := range []struct {
		name string
		usd  float64
	}{
		{"output", used.Split.Output}, {"cacheRead", used.Split.CacheRead}, {"cacheWrite", used.Split.CacheWrite},
		{"input", used.Split.Input}, {"searches", used.Split.Searches},
	} {
		if part.usd > most {
			cause, most = part.name, part.usd
		}
	}
	if most == 0 {
		return "", 0
	}
	return cause, most / used.Split.Sum()
}

// asksUser reports whether a call waits for an answer of the user.
func asksUser(f *parser.File, call *parser.ToolCall) bool { return tool.KindOf(f.Name(call.Name)).Asks }
