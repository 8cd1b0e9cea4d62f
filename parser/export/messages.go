package export

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"

	"unspool/parser"
)

// MessagesOptions choose the messages. Abandoned branches are always left out.
type MessagesOptions struct {
	Selection
	// FromCompaction begins with the summary of the last compaction, as Claude Code does when the session
	// is resumed. Otherwise, all messages follow from the start, without summaries, except for one with which
	// the conversation begins: no message has what came before it.
	FromCompaction bool
}

// A MessagesReport counts what an export has, and what it lacks.
type MessagesReport struct {
	Messages int
	LeftOut  MessagesLeftOut
	// Changed counts what the API would refuse: blocks without content, thinking without a signature,
	// results without a call. Calls without a result get one that says so, and names of tools and ids of calls get "_"
	// instead of other characters than letters, digits, "_" and "-".
	Changed map[string]int
}

// MessagesLeftOut counts what messages lack, also what an earlier export left out of the transcript, by its head.
type MessagesLeftOut struct {
	Turns    int            `json:"turns,omitempty"` // that were not selected
	Branches int            `json:"branches,omitempty"`
	Calls    int            `json:"calls,omitempty"`    // by an earlier export only
	Results  int            `json:"results,omitempty"`  // likewise
	Thinking int            `json:"thinking,omitempty"` // blocks, likewise
	Damaged  int            `json:"damaged,omitempty"`  // ranges of bytes that are not records
	Unread   int            `json:"unread,omitempty"`   // records beyond the limit of the index
	Summary  int            `json:"summary,omitempty"`  // turns that a summary has in part, by an earlier export only
	Records  map[string]int `json:"records,omitempty"`  // by their class, such as "note" or "failure"
}

// addEarlier adds what an earlier export left out. Turns and branches are those of the main conversation.
func (l *MessagesLeftOut) addEarlier(o LeftOut, isMain bool) {
	if isMain {
		l.Turns += o.Turns
		l.Branches += o.Branches
		l.Summary += o.Summary
	}
	l.Calls += o.Calls
	l.Results += o.Results
	l.Thinking += o.Thinking
	l.Damaged += o.Damaged
	l.Unread += o.Unread
}

// Counts returns the counts that are not 0, without those of records, by their names; see [LeftOut.Counts].
func (l MessagesLeftOut) Counts() map[string]int {
	return LeftOut{Turns: l.Turns, Branches: l.Branches, Calls: l.Calls, Results: l.Results, Thinking: l.Thinking,
		Damaged: l.Damaged, Unread: l.Unread, Summary: l.Summary}.Counts()
}

// A messagesHead holds the members of the output before the messages.
type messagesHead struct {
	Session string          `json:"session"`
	Agent   string          `json:"agent,omitempty"`
	Title   string          `json:"title"`
	LeftOut MessagesLeftOut `json:"leftOut"`
	// Redacted counts what was replaced in the transcript, by its head.
	Redacted Redaction      `json:"redacted,omitzero"`
	Changed  map[string]int `json:"changed"`
}

// Messages writes the main conversation of a session, or that of an agent, as a JSON object, whose member
// "messages" is the array for the Messages API of Anthropic; see FORMAT.md for the records and
// https://docs.anthropic.com/en/api/messages for the API. The blocks of one response are one message,
// results follow their calls at once, and roles alternate. Abandoned branches, records that were
// withdrawn, errors and what is shown in the transcript only are left out. The members before the
// messages count it, so that the conversation is read twice.
func Messages(s *parser.Session, open func(file int) io.ReaderAt, out io.Writer, o MessagesOptions) (MessagesReport, error) {
	m := messages{conv: s.Main}
	h := messagesHead{Session: s.ID, Title: s.Title()}
	agent, err := FindAgent(s, o.Agent)
	if err != nil {
		return MessagesReport{}, err
	}
	if agent != nil {
		m.conv, h.Agent, h.Title = agent.Conv, agent.ID, agent.Title
	}
	f := m.conv.File
	if s.Shares(f) {
		return MessagesReport{}, fmt.Errorf("%s: %w", f.Path, ErrShared)
	}
	if err := CheckPrompts(m.conv, o.Prompts); err != nil {
		return MessagesReport{}, err
	}
	m.in = open(f.Number)
	m.choose(&o)
	if agent == nil {
		m.leftOut.Branches = f.Branches
	}
	dry := m.writer(io.Discard, &o)
	if err := m.write(dry); err != nil {
		return MessagesReport{}, err
	}
	main := s.Main.File
	earlier, redacted, err := Earlier(main, open(main.Number))
	if err != nil {
		return MessagesReport{}, err
	}
	m.leftOut.addEarlier(earlier, agent == nil)
	h.LeftOut, h.Redacted, h.Changed = m.leftOut, redacted, dry.changed
	members, err := json.Marshal(h)
	if err != nil {
		return MessagesReport{}, err
	}
	w := m.writer(out, &o)
	w.write(members[:len(members)-1], []byte(`,"messages":[`))
	if err := m.write(w); err != nil {
		return MessagesReport{}, err
	}
	w.write([]byte("\n]}\n"))
	return MessagesReport{w.messages, m.leftOut, w.changed}, w.out.Flush()
}

// messages are the records of a conversation that are exported.
type messages struct {
	conv    *parser.Conversation
	in      io.ReaderAt
	sent    []int32
	leftOut MessagesLeftOut
}

// choose selects the records that were sent to the model, or came from it.
func (m *messages) choose(o *MessagesOptions) {
	from, f := int32(0), m.conv.File
	if o.FromCompaction {
		from = lastSummary(m.conv)
	}
	earlier, hasEarlier := earlierSummary(m.conv)
	turns := o.selectTurns(m.conv, 0)
	m.leftOut = MessagesLeftOut{Turns: turns.count, Damaged: unfinished(f), Unread: f.Omitted.Records, Records: map[string]int{}}
	for i := range f.Records.Len() {
		r := f.Records.At(i)
		isFirst := o.FromCompaction && i == from
		switch {
		case r.Class == parser.ClassDamaged:
			m.leftOut.Damaged++
		case r.Conv != int32(m.conv.Index), isHead(f, r):
		case i >= from && r.Branch == 0 && isSent(r, isFirst || hasEarlier && i == earlier) && (isFirst || !turns.isOmitted(i)):
			m.sent = append(m.sent, i)
		default:
			m.leftOut.Records[r.Class.String()]++
		}
	}
}

func (m *messages) writer(out io.Writer, o *MessagesOptions) *messageWriter {
	w := &messageWriter{out: bufio.NewWriterSize(out, 1<<16), before: "[What came before is not recorded.]",
		changed: map[string]int{}, ids: newCallIDs(), seen: map[string]bool{}}
	if !o.Prompts.IsZero() {
		w.before = "[What came before is left out.]"
	}
	return w
}

// write writes the messages, with commas between them.
func (m *messages) write(w *messageWriter) error {
	f := m.conv.File
	for _, i := range m.sent {
		r := f.Records.At(i)
		line := make([]byte, r.Length)
		if n, err := m.in.ReadAt(line, r.Offset); n < len(line) {
			return fmt.Errorf("%s: record %d at byte %d: %w", f.Path, i+1, r.Offset, err)
		}
		w.add(r, line)
	}
	w.flush()
	w.finish()
	return nil
}

// lastSummary returns the record of the last summary of a conversation, or 0.
func lastSummary(c *parser.Conversation) int32 {
	for i := c.File.Records.Len() - 1; i > 0; i-- {
		if r := c.File.Records.At(i); r.Class == parser.ClassSummary && r.Conv == int32(c.Index) && r.Branch == 0 {
			return i
		}
	}
	return 0
}

// isSent reports whether a record was sent to the model, or came from it. A summary counts at the start only.
func isSent(r *parser.Record, isStart bool) bool {
	switch r.Class {
	case parser.ClassPrompt, parser.ClassScheduled, parser.ClassCommand, parser.ClassShell, parser.ClassNotification,
		parser.ClassPeer, parser.ClassQueuedPrompt, parser.ClassOutput, parser.ClassInterrupt, parser.ClassInjected,
		parser.ClassContext, parser.ClassMemory, parser.ClassToolResult, parser.ClassAssistant:
		return true
	case parser.ClassSummary:
		return isStart
	}
	return false
}
