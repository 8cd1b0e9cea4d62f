package parser

// A Fate says what became of a record: FORMAT.md, "The ledger".
type Fate uint8

// The fates.
const (
	FateShown   Fate = iota // a row shows it, or what a row opens to
	FateMerged              // another record says the same
	FateHidden              // no row is made of it, for a reason
	FateDamaged             // it is no record
)

func (f Fate) String() string { return [...]string{"shown", "merged", "hidden", "damaged"}[f] }

// Fate tells what became of one record of the session's files, as the session's
// Ledger counts it; the reason is that of FateHidden.
func (s *Session) Fate(f *File, index int32) (Fate, Reason) {
	switch {
	case f.Role != RoleMain && f.Role != RoleAgent:
		return FateHidden, ReasonFile
	case f.Records.At(index).Class == ClassGap:
		return FateHidden, ReasonFlood
	}
	return f.fate(index, f.isShown(index), s.standing(f.Conversations[f.Records.At(index).Conv]))
}

// fate tells what became of a record that has a row or none, in a conversation
// that stands as it does.
func (f *File) fate(index int32, shown bool, as standing) (Fate, Reason) {
	e := f.Records.At(index)
	switch {
	case e.Class == ClassDamaged:
		return FateDamaged, 0
	case f.Original(index) != f, as == standsCopied:
		return FateMerged, 0
	case as == standsInternal:
		return FateHidden, ReasonInternal
	case shown:
		return FateShown, 0
	case e.Class == ClassDuplicate, f.repeatsCalls(e):
		return FateMerged, 0
	}
	return FateHidden, f.reason(e)
}

// isShown says of one record what shown says of many.
func (f *File) isShown(index int32) bool {
	if f.attends(index) {
		return true
	}
	e, found := f.Records.At(index), false
	f.items(index, func(_ int32, item *Item) { found = found || item.Kind != ItemMachinery })
	for i := e.First; i < e.First+int32(e.Blocks); i++ {
		b := f.Blocks.At(i)
		found = found || b.Call != none && f.Calls.At(b.Call).Use != none && f.Calls.At(b.Call).Result == index
	}
	return found
}

// attends says that a record stands in what another one's row opens to.
func (f *File) attends(index int32) bool {
	e := f.Records.At(index)
	return e.Call != none && f.Calls.At(e.Call).Use != none && e.Class != ClassDuplicate || e.With != none
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
