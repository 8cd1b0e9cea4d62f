package transcript

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

// Disposition returns how a record is accounted for. shown is true if a row shows it; as is the
// ownership of its conversation.
func (f *File) Disposition(index int32, shown bool, as Ownership) (Disposition, Reason) {
	e := f.Records.At(index)
	switch {
	case e.Class == ClassDamaged:
		return DispositionDamaged, 0
	case f.Original(index) != f, as == OwnerCopy:
		return DispositionMerged, 0
	case as == OwnerInternal:
		return DispositionHidden, ReasonInternal
	case shown:
		return DispositionShown, 0
	case e.Class == ClassDuplicate, f.repeatsCalls(e):
		return DispositionMerged, 0
	}
	return DispositionHidden, f.reason(e)
}

// IsShown reports whether a row shows a record. It does for one record what shown does for a range.
func (f *File) IsShown(index int32) bool {
	if f.isAttached(index) {
		return true
	}
	e, found := f.Records.At(index), false
	f.items(index, func(_ int32, item *Item) { found = found || item.Kind != ItemInternal })
	for i := e.First; i < e.First+int32(e.Blocks); i++ {
		b := f.Blocks.At(i)
		found = found || b.Call != None && f.Calls.At(b.Call).Use != None && f.Calls.At(b.Call).Result == index
	}
	return found
}

// isAttached reports whether a record is shown in the details of another record's row.
func (f *File) isAttached(index int32) bool {
	e := f.Records.At(index)
	return e.Call != None && f.Calls.At(e.Call).Use != None && e.Class != ClassDuplicate || e.AttachedTo != None
}
