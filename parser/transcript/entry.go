package transcript

import (
	"unspool/parser/record"

	"unspool/parser/internal/table"
)

// add adds a record to the index and passes it to its conversation.
func (f *indexer) add(r *record.Record, line []byte, offset int64, number int) {
	if !f.fits(offset + int64(len(line))) {
		f.leaveOut(r, len(line), offset, number)
		return
	}
	if f.timed = r.Time != 0; f.timed {
		f.time = r.Time
	} else {
		r.Time = f.time
	}
	e := Record{
		UUID: f.uuid(r.UUID), Offset: offset, Length: int32(len(line)), Line: int32(number),
		Time: r.Time, Parent: None, Message: None, Next: None, AttachedTo: None, Call: None, Item: None,
		First: f.Blocks.Len(), Flags: r.Flags,
		Label: f.label(r),
	}
	index := f.Records.Len()
	f.count(f.names.Intern(r.Type))
	e.Parent = f.parent(index, r.Parent)
	f.Records.Add(e)
	if !e.UUID.None() && f.checkDuplicate(index, r) {
		return
	}
	if len(r.LogicalParent) > 0 {
		if p := f.find(f.seeds.UUID(r.LogicalParent)); p != None {
			f.logical[index] = p
		}
	}
	for i := range r.Blocks {
		f.Blocks.Add(blockOf(&r.Blocks[i]))
		if r.Blocks[i].Kind == record.Other {
			f.countOther(r.Blocks[i].Name)
		}
	}
	f.Records.At(index).Blocks = uint16(len(r.Blocks))
	if r.Cut {
		f.diags.add(Diagnostic{Code: CodeBlocks, Severity: Warning, File: f.File, Line: number, Offset: offset, Length: int64(len(line)),
			Text: "More than 10,000 blocks in one record; the rest is in its bytes only"})
	}
	if r.Uncounted {
		f.diags.add(Diagnostic{Code: CodeUsage, Severity: Warning, File: f.File, Line: number, Offset: offset, Length: int64(len(line)),
			Text: "Token counts of this reply are no numbers, or longer than 64 kB: these are not in the sums"})
	}
	f.Metadata.note(f.File, r, line)
	f.Evidence.note(f, r, line)
	if f.Role == RoleJournal {
		f.Sidecar.Run.ReadJournalLine(line)
	}
	f.applyRetractions(r, line)
	f.Origin.note(f.File, r, index)
	conv := f.conversation(r, index)
	f.Records.At(index).Conv = conv
	f.builders[conv].add(r, line, index)
	f.accountSearches(r)
	f.relay(r, index)
}

func blockOf(b *record.Block) Block {
	return Block{Whole: spanOf(b.Whole), Text: spanOf(b.Text), Call: None,
		Kind: b.Kind, Error: b.Error, Empty: b.Empty}
}

// label returns the display name of a record: its type, and its subtype if it has one.
func (f *indexer) label(r *record.Record) table.Name {
	if len(r.Subtype) == 0 || string(r.Type) == "queue-operation" || string(r.Type) == "result" || string(r.Type) == "stream_event" {
		return f.names.Intern(r.Type)
	}
	const most = 160
	f.text = append(append(append(f.text[:0], r.Type...), '/'), r.Subtype[:min(most, len(r.Subtype))]...)
	return f.names.Intern(f.text)
}

func (f *index) count(name table.Name) {
	if n := int(name) + 1 - len(f.types); n > 0 {
		f.types = append(f.types, make([]int, n)...)
	}
	f.types[name]++
}

// Types counts the records by type.
func (f *index) Types() map[string]int {
	types := map[string]int{}
	for name, n := range f.types {
		if n > 0 {
			types[f.names.Text(table.Name(name))] = n
		}
	}
	return types
}

func (f *indexer) countOther(name []byte) {
	if f.Others == nil {
		f.Others = map[string]int{}
	}
	f.Others[f.names.Text(f.names.Intern(name))]++
}

// parent returns the index of a parent. A parent that has not been read yet is looked up again at
// the end of the file.
func (f *indexer) parent(index int32, uuid []byte) int32 {
	if len(uuid) == 0 {
		return None
	}
	u := f.seeds.UUID(uuid)
	if last := f.newest; last >= 0 && last < f.Records.Len() && f.Records.At(last).UUID == u { // mostly
		return f.newest
	}
	if p := f.find(u); p != None && p != index {
		return p
	}
	f.waiting[index] = u
	return None
}

func (f *indexer) adoptParents() {
	for index, uuid := range f.waiting {
		if p := f.find(uuid); p != None && p != index {
			f.Records.At(index).Parent = p
		}
	}
}
