package parser

import (
	"strings"

	"unspool/parser/record"
)

// A Ledger says where the bytes of a file went. Each byte is counted once, so
// Shown + Merged + all of Hidden + Damaged = Size, at every moment of reading:
// FORMAT.md, "The ledger".
type Ledger struct {
	Size    int64 // bytes written so far
	Shown   int64 // records that a row shows, or what a row opens to
	Merged  int64 // records that say what another record says
	Hidden  [Reasons]int64
	Damaged int64 // bytes that make no record
}

// A Reason is why bytes are not shown by rows of their own.
type Reason uint8

// The reasons. Records behind the first nine are folded into rows or can be
// opened; the last four stand for bytes that are no record of a transcript, or of none
// that is kept.
const (
	ReasonHook       Reason = iota // hooks that belong to no tool call
	ReasonProgress                 // states of running tools
	ReasonContext                  // what only the model was told: attachments, reminders
	ReasonSystem                   // notes of Claude Code about its own work
	ReasonMetadata                 // records outside of the chain: titles, modes, queues
	ReasonFiller                   // replies that say nothing
	ReasonRetracted                // what a retry replaced, or was taken back
	ReasonInternal                 // agents that Claude Code runs for itself
	ReasonOther                    // none of these: unknown types inside the chain
	ReasonBlank                    // line ends and blanks between records
	ReasonUnfinished               // the last line, which may still be being written
	ReasonFlood                    // records past the bound of the index
	ReasonFile                     // whole files that are no transcript
	Reasons                        // how many there are
)

func (r Reason) String() string {
	return [...]string{"hooks", "progress", "context", "system", "metadata", "fillers", "retracted", "internal-agents", "other",
		"blanks", "unfinished", "too-many", "other-files"}[r]
}

// Add counts what another ledger counts.
func (l *Ledger) Add(o Ledger) {
	l.Size += o.Size
	l.Shown += o.Shown
	l.Merged += o.Merged
	l.Damaged += o.Damaged
	for i, n := range o.Hidden {
		l.Hidden[i] += n
	}
}

// Sum is Size again, added up from the entries.
func (l *Ledger) Sum() int64 {
	sum := l.Shown + l.Merged + l.Damaged
	for _, n := range l.Hidden {
		sum += n
	}
	return sum
}

// Ledger accounts for the bytes of all files of the session.
func (s *Session) Ledger() Ledger {
	var l Ledger
	for _, f := range s.Files {
		l.Add(f.ledger(s.standing))
	}
	return l
}

// Ledger accounts for the bytes of the file that were written so far.
func (f *File) Ledger() Ledger {
	return f.ledger(func(c *Conversation) standing {
		if c.Agent != "" && (internalLabel(c.Agent) != "" || c.FirstWords == warmup) {
			return standsInternal
		}
		return standsOwn
	})
}

// A standing says what a conversation is to its session.
type standing uint8

const (
	standsOwn      standing = iota // shown
	standsInternal                 // an agent of Claude Code's own
	standsCopied                   // another file holds the same agent
)

func (s *Session) standing(c *Conversation) standing {
	a := s.AgentOf(c)
	switch {
	case a != nil && a.Internal:
		return standsInternal
	case a == nil && c.Agent != "" && c != s.Main:
		return standsCopied
	}
	return standsOwn
}

func (f *File) ledger(of func(*Conversation) standing) Ledger {
	l := Ledger{Size: f.Written()}
	if f.Role != RoleMain && f.Role != RoleAgent {
		l.Hidden[ReasonFile] = l.Size
		return l
	}
	l.Hidden[ReasonBlank] = f.BlankBytes()
	for _, d := range f.Diagnostics() {
		if d.Code == CodeUnfinished {
			l.Hidden[ReasonUnfinished] += d.Length
		}
	}
	l.Hidden[ReasonFlood] = f.OmittedBytes
	l.Damaged = f.LostBytes() - l.Hidden[ReasonUnfinished]
	shown := f.shown()
	for i := range f.Records {
		e := &f.Records[i]
		switch n := int64(e.Length); {
		case e.Class == ClassDamaged, e.Class == ClassGap: // counted above
		case f.Original(int32(i)) != f, of(f.Conversations[e.Conv]) == standsCopied:
			l.Merged += n
		case of(f.Conversations[e.Conv]) == standsInternal:
			l.Hidden[ReasonInternal] += n
		case shown[i]:
			l.Shown += n
		case e.Class == ClassDuplicate, f.repeatsCalls(e):
			l.Merged += n
		default:
			l.Hidden[f.reason(e)] += n
		}
	}
	l.Hidden[ReasonUnfinished] += l.Size - l.Sum() // a line that has not ended
	return l
}

// shown marks the records that have a row, or stand in what a tool call opens
// to. A record that is none of what this version knows is shown if it has an
// item of its own.
func (f *File) shown() []bool {
	shown := make([]bool, len(f.Records))
	for _, c := range f.Conversations {
		for _, item := range c.Items {
			if item.Kind != ItemMachinery {
				shown[item.Record] = true
			}
		}
	}
	for i := range f.Records {
		e := &f.Records[i]
		if e.Call != none && f.Calls[e.Call].Use != none && e.Class != ClassDuplicate || e.With != none {
			shown[i] = true
		}
	}
	for i := range f.Calls {
		if c := &f.Calls[i]; c.Use != none && c.Result != none {
			shown[c.Result] = true
		}
	}
	return shown
}

// repeatsCalls says that all a record holds are tool calls that another one shows.
func (f *File) repeatsCalls(e *Record) bool {
	for _, b := range f.Blocks[e.First : e.First+int32(e.Blocks)] {
		if b.Kind != record.ToolUse && b.Kind != record.ServerToolUse {
			return false
		}
	}
	return e.Class == ClassAssistant && e.Blocks > 0
}

// reason says why a record without a row has none.
func (f *File) reason(e *Record) Reason {
	kind, sub, _ := strings.Cut(f.Name(e.Label), "/")
	switch {
	case strings.HasPrefix(sub, "hook_"), sub == "stop_hook_summary":
		return ReasonHook
	case kind == "progress":
		return ReasonProgress
	case kind == "attachment", e.Class == ClassMeta, e.Class == ClassContext:
		return ReasonContext
	case kind == "system":
		return ReasonSystem
	case e.Class == ClassRetracted:
		return ReasonRetracted
	case kind == "assistant":
		return ReasonFiller
	case e.Parent == none && kind != "user":
		return ReasonMetadata
	}
	return ReasonOther
}
