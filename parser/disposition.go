package parser

// A Disposition says what became of a record: FORMAT.md, "The ledger".
type Disposition uint8

// The fates.
const (
	DispositionShown   Disposition = iota // a row shows it, or what a row opens to
	DispositionMerged                     // another record says the same
	DispositionHidden                     // no row is made of it, for a reason
	DispositionDamaged                    // it is no record
)

func (f Disposition) String() string { return [...]string{"shown", "merged", "hidden", "damaged"}[f] }

// Disposition tells what became of one record of the session's files, as the session's
// Ledger counts it; the reason is that of DispositionHidden.
func (s *Session) Disposition(f *File, index int32) (Disposition, Reason) {
	switch {
	case f.Role != RoleMain && f.Role != RoleAgent:
		return DispositionHidden, ReasonFile
	case f.Records.At(index).Class == ClassGap:
		return DispositionHidden, ReasonIndexLimit
	}
	return f.disposition(index, f.isShown(index), s.standing(f.Conversations[f.Records.At(index).Conv]))
}

// disposition tells what became of a record that has a row or none, in a conversation
// that stands as it does.
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

// isShown says of one record what shown says of many.
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

// isAttached says that a record stands in what another one's row opens to.
func (f *File) isAttached(index int32) bool {
	e := f.Records.At(index)
	return e.Call != none && f.Calls.At(e.Call).Use != none && e.Class != ClassDuplicate || e.AttachedTo != none
}

// ParentOf gives the record that a record names as its parent, -1 for none: of
// several with that uuid the one that is shown.
func (f *File) ParentOf(index int32) int32 {
	at := f.Records.At(index).Parent
	if at == none {
		return none
	}
	if at = f.latest(f.node(at)); f.node(at) == f.node(index) {
		return none // it came again, in another shape
	}
	return at
}

// ChildrenOf lists the first records that name a record as their parent, and
// counts those beyond. It looks at all records of the file.
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
