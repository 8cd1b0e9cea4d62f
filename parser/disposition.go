package parser

// A Disposition is how a record is accounted for: FORMAT.md, "The ledger".
type Disposition uint8

// The dispositions of records.
const (
	DispositionShown   Disposition = iota // shown by a row, or in the details of a row
	DispositionMerged                     // another record has the same content
	DispositionHidden                     // not shown by a row, for a Reason
	DispositionDamaged                    // not a record
)

// String returns the name of the disposition.
func (f Disposition) String() string { return [...]string{"shown", "merged", "hidden", "damaged"}[f] }

// Disposition returns how the session's Ledger accounts for a record of one of its files. The
// reason is meaningful only for DispositionHidden.
func (s *Session) Disposition(f *File, index int32) (Disposition, Reason) {
	switch {
	case f.Role != RoleMain && f.Role != RoleAgent:
		return DispositionHidden, ReasonFile
	case f.Records.At(index).Class == ClassGap:
		return DispositionHidden, ReasonIndexLimit
	}
	return f.disposition(index, f.isShown(index), s.standing(f.Conversations[f.Records.At(index).Conv]))
}

// disposition returns how a record is accounted for. shown is true if a row shows it; as is the
// ownership of its conversation.
func (f *File) disposition(index int32, shown bool, as ownership) (Disposition, Reason) {
	e := f.Records.At(index)
	switch {
	case e.Class == ClassDamaged:
		return DispositionDamaged, 0
	case f.Original(index) != f, as == standsCopied:
		return DispositionMerged, 0
	case as == standsInternal:
		return DispositionHidden, ReasonInternal
	case shown:
		return DispositionShown, 0
	case e.Class == ClassDuplicate, f.repeatsCalls(e):
		return DispositionMerged, 0
	}
	return DispositionHidden, f.reason(e)
}

// isShown reports whether a row shows a record. It does for one record what shown does for a range.
func (f *File) isShown(index int32) bool {
	if f.isAttached(index) {
		return true
	}
	e, found := f.Records.At(index), false
	f.items(index, func(_ int32, item *Item) { found = found || item.Kind != ItemInternal })
	for i := e.First; i < e.First+int32(e.Blocks); i++ {
		b := f.Blocks.At(i)
		found = found || b.Call != none && f.Calls.At(b.Call).Use != none && f.Calls.At(b.Call).Result == index
	}
	return found
}

// isAttached reports whether a record is shown in the details of another record's row.
func (f *File) isAttached(index int32) bool {
	e := f.Records.At(index)
	return e.Call != none && f.Calls.At(e.Call).Use != none && e.Class != ClassDuplicate || e.AttachedTo != none
}

// ParentOf returns the record that a record names as its parent, -1 for none. If several records
// have that UUID, it returns the one that is shown.
func (f *File) ParentOf(index int32) int32 {
	at := f.Records.At(index).Parent
	if at == none {
		return none
	}
	if at = f.latest(f.node(at)); f.node(at) == f.node(index) {
		return none // it was written again, in another shape
	}
	return at
}

// ChildrenOf returns the first records that name a record as their parent, at most the given
// number, and counts the others. It visits all records of the file.
func (f *File) ChildrenOf(index int32, most int) (list []int32, more int) {
	node := f.node(index)
	if f.latest(node) != index {
		return nil, 0
	}
	for i := range f.Records.Len() {
		p := f.Records.At(i).Parent
		if p != node && p != index || f.node(i) == node {
			continue
		}
		if len(list) < most {
			list = append(list, i)
		} else {
			more++
		}
	}
	return list, more
}
