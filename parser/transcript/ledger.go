package transcript

import (
	"unspool/parser/record"
)

// A Ledger accounts for the bytes of a file. Each byte is counted once, so Shown + Merged + all of
// Hidden + Damaged = Size, at every moment of reading: FORMAT.md, "The ledger".
type Ledger struct {
	Size    int64 // bytes written so far
	Shown   int64 // records shown by a row, or in the details of a row
	Merged  int64 // records with the same content as another record
	Hidden  [Reasons]int64
	Damaged int64 // bytes that form no record
}

// A Reason is a reason why bytes are not shown by rows of their own.
type Reason uint8

// The reasons. Records with the first nine are folded into rows or can be opened. The last five
// are those of bytes that are not a record of a transcript, or not of one that is indexed.
const (
	ReasonHook       Reason = iota // hooks that belong to no tool call
	ReasonProgress                 // progress of running tools
	ReasonContext                  // context for the model only: attachments, reminders
	ReasonSystem                   // records of Claude Code about its own work
	ReasonMetadata                 // records outside the chain: titles, modes, queues
	ReasonFiller                   // replies without content
	ReasonRetracted                // replaced by a retry, or withdrawn
	ReasonInternal                 // agents that Claude Code runs for itself
	ReasonOther                    // none of these: unknown types in the chain
	ReasonBlank                    // line ends and blanks between records
	ReasonWrapping                 // bytes around the records of a JSON document
	ReasonUnfinished               // the last line, which may still be being written
	ReasonTooMany                  // records beyond the limit of the index
	ReasonFile                     // whole files that are not transcripts
	Reasons                        // the number of reasons
)

// String returns the name of the reason.
func (r Reason) String() string {
	return [...]string{"hooks", "progress", "context", "system", "metadata", "fillers", "retracted", "internal-agents", "other",
		"blanks", "wrapping", "unfinished", "too-many", "other-files"}[r]
}

// Add adds the counts of another ledger.
func (l *Ledger) Add(o Ledger) {
	l.Size += o.Size
	l.Shown += o.Shown
	l.Merged += o.Merged
	l.Damaged += o.Damaged
	for i, n := range o.Hidden {
		l.Hidden[i] += n
	}
}

// Sum returns the sum of all entries, which equals Size.
func (l *Ledger) Sum() int64 {
	sum := l.Shown + l.Merged + l.Damaged
	for _, n := range l.Hidden {
		sum += n
	}
	return sum
}

// Ledger accounts for the bytes of the file that were written so far.
func (f *File) Ledger() Ledger {
	return f.LedgerFor(func(index int32) Ownership {
		return f.Conversations[f.Records.At(index).Conv].Ownership()
	})
}

// Ownership returns the ownership of the conversation's records, as far as its file alone shows it.
func (c *Conversation) Ownership() Ownership {
	if c.Agent != "" && (InternalLabel(c.Agent) != "" || c.FirstPromptHash == WarmupHash) {
		return OwnerInternal
	}
	return OwnerSession
}

// An Ownership is the relation of a record to its session.
type Ownership uint8

const (
	OwnerSession   Ownership = iota // shown
	OwnerInternal                   // of an agent that Claude Code runs for itself
	OwnerOtherFile                  // another file shows it
)

// LedgerFor accounts for the bytes of the file, given the ownership of each record.
func (f *File) LedgerFor(ownershipOf func(index int32) Ownership) Ledger {
	l := Ledger{Size: f.Written()}
	if f.Role != RoleMain && f.Role != RoleAgent {
		l.Hidden[ReasonFile] = l.Size
		return l
	}
	between := ReasonBlank
	if f.reader.wrapped || f.reader.lines.Document() {
		between = ReasonWrapping
	}
	blank, lost := f.Gaps()
	l.Hidden[between] = blank
	for _, d := range f.Diagnostics() {
		if d.Code == CodeUnfinished {
			l.Hidden[ReasonUnfinished] += d.Length
		}
	}
	l.Hidden[ReasonTooMany] = f.Omitted.Bytes
	l.Damaged = lost - l.Hidden[ReasonUnfinished]
	shown := shownRecords(f, f.WholePart(), f.Conversations)
	for i := range f.Records.Len() {
		e := f.Records.At(i)
		if e.Class != ClassDamaged { // counted above
			l.enter(f, i, shown[i], ownershipOf(i))
		}
	}
	l.Hidden[ReasonUnfinished] += l.Size - l.Sum() // a line that has not ended
	return l
}

// PartLedger accounts for the records of a part of the file, which a conversation shows. The bytes
// between them belong to no part.
func (f *File) PartLedger(p Part, c *Conversation) Ledger {
	var l Ledger
	shown := shownRecords(f, p, []*Conversation{c})
	for i := p.Records[0]; i < p.Records[1]; i++ {
		l.Size += int64(f.Records.At(i).Length)
		l.enter(f, i, shown[i-p.Records[0]], OwnerSession)
	}
	return l
}

// enter adds a record of a file.
func (l *Ledger) enter(f *File, index int32, shown bool, as Ownership) {
	n := int64(f.Records.At(index).Length)
	switch disposition, why := f.Disposition(index, shown, as); disposition {
	case DispositionDamaged:
		l.Damaged += n
	case DispositionMerged:
		l.Merged += n
	case DispositionShown:
		l.Shown += n
	case DispositionHidden:
		l.Hidden[why] += n
	}
}

// shownRecords marks the records of a part that have a row, or are shown in the details of a tool call. A
// record of an unknown type is shown if it has an item of its own.
func shownRecords(f *File, p Part, conversations []*Conversation) []bool {
	from := p.Records[0]
	shown := make([]bool, p.Records[1]-from)
	show := func(index int32) {
		if at := index - from; at >= 0 && int(at) < len(shown) {
			shown[at] = true
		}
	}
	for _, c := range conversations {
		for _, item := range c.Items {
			if item.Kind != ItemInternal && !item.Kind.IsFlaw() {
				show(item.Record)
			}
		}
	}
	for i := from; i < p.Records[1]; i++ {
		if f.x.isAttached(i) {
			show(i)
		}
	}
	for i := p.Calls[0]; i < p.Calls[1]; i++ {
		if c := f.Calls.At(i); c.Use != None && c.Result != None {
			show(c.Result)
		}
	}
	return shown
}

// repeatsCalls reports whether a record consists only of tool calls that another record shows.
func (x *index) repeatsCalls(e *Record) bool {
	for i := e.First; i < e.First+int32(e.Blocks); i++ {
		b := x.Blocks.At(i)
		if b.Kind != record.ToolUse && b.Kind != record.ServerToolUse {
			return false
		}
	}
	return e.Class == ClassAssistant && e.Blocks > 0
}

// reason returns the reason why a record has no row.
func (x *index) reason(e *Record) Reason {
	label := x.name(e.Label)
	t := recordTypeOf(label)
	switch {
	case t.isHook:
		return ReasonHook
	case t.reason == ReasonProgress, t.reason == ReasonContext:
		return t.reason
	case e.Class == ClassInjected, e.Class == ClassContext:
		return ReasonContext
	case e.Class == ClassRetracted && t.reason != ReasonSystem:
		return ReasonRetracted
	case t.reason == ReasonOther && e.Parent == None && label != "user":
		return ReasonMetadata
	}
	return t.reason
}

// A Disposition classifies a record in a ledger: FORMAT.md, "The ledger".
type Disposition uint8

// The dispositions of records.
const (
	DispositionShown   Disposition = iota // shown by a row, or in the details of a row
	DispositionMerged                     // another record has the same content
	DispositionHidden                     // not shown by a row, for a Reason
	DispositionDamaged                    // not a record
)

// String returns the name of the disposition.
func (d Disposition) String() string { return [...]string{"shown", "merged", "hidden", "damaged"}[d] }

// Disposition returns the disposition of a record. shown is true if a row of its file shows it.
func (f *File) Disposition(index int32, shown bool, as Ownership) (Disposition, Reason) {
	e := f.Records.At(index)
	switch {
	case e.Class == ClassDamaged:
		return DispositionDamaged, 0
	case as == OwnerOtherFile:
		return DispositionMerged, 0
	case as == OwnerInternal:
		return DispositionHidden, ReasonInternal
	case shown:
		return DispositionShown, 0
	case e.Class == ClassDuplicate, f.x.repeatsCalls(e):
		return DispositionMerged, 0
	}
	return DispositionHidden, f.x.reason(e)
}

// IsShown reports whether a row shows a record.
func (f *File) IsShown(index int32) bool {
	if f.x.isAttached(index) {
		return true
	}
	e, found := f.Records.At(index), false
	eachItem(f, index, func(_ int32, item *Item) { found = found || item.Kind != ItemInternal && !item.Kind.IsFlaw() })
	for i := e.First; i < e.First+int32(e.Blocks); i++ {
		b := f.Blocks.At(i)
		found = found || b.Call != None && f.Calls.At(b.Call).Use != None && f.Calls.At(b.Call).Result == index
	}
	return found
}

// isAttached reports whether a record is shown in the details of another record's row.
func (x *index) isAttached(index int32) bool {
	e := x.Records.At(index)
	return e.Call != None && x.Calls.At(e.Call).Use != None && e.Class != ClassDuplicate || e.AttachedTo != None
}
