package transcript

import (
	"runtime"

	"unspool/parser/internal/table"
	"unspool/parser/record"
)

// The size of the index is limited in proportion to the bytes that were read. Real sessions have 3
// to 10 kB a record, small ones down to 1 kB, and 240 bytes of index for each record, so they never
// come near the limit; a file of nothing but "{}" would take forty times its size. Beyond the limit
// records are read and counted, but not indexed.
const (
	indexBase      = 24 << 20
	indexShare     = 12      // bytes of input for each byte of index
	indexRemainder = 1 << 20 // room needed before records are indexed again, to get few gaps
)

// MemoryLimit returns how much memory reading a given number of bytes may take, whatever their
// content: 48 MB plus 10 % of the bytes. The index stays well below that. A program that passes the
// limit to debug.SetMemoryLimit makes the garbage collector enforce it at little cost.
func MemoryLimit(bytes int64) int64 { return 48_000_000 + bytes/10 }

// A SkippedRange is a run of records that were read but not indexed, since there were too many for
// the size of the files.
type SkippedRange struct {
	Record int32 // the entry that stands for the run, of ClassGap
	Count  int   // of records and damaged ranges
	Bytes  int64
	To     int32 // last line of the run; the first is that of the entry
}

// Shared is what the files of a store have in common: the seeds of their hashes, and the sum of what
// they have read and hold, which limits their indexes.
type Shared struct {
	seeds      table.Seeds
	read, used int64
	full       bool
	until      int64 // while full: input offset before which there cannot be room again
	rested     int64 // index size in MB when the garbage collector last got time
}

// NewShared returns what the files of a new store have in common.
func NewShared() *Shared { return &Shared{seeds: table.NewSeeds()} }

// Hash returns the hash of an ID; it is the same for all files of the store.
func (s *Shared) Hash(id []byte) uint64 { return s.seeds.Hash(id) }

// An indexUsage is a file's contribution to the bounds, and counts of its own.
type indexUsage struct {
	read, memory int64
	items, turns int
	chats        int
}

// fits reports whether a record that ends at the offset may be indexed.
func (f *indexer) fits(end int64) bool {
	b := f.shared
	b.read += end - f.extent.read
	f.extent.read = end
	if b.full && b.read < b.until {
		return false
	}
	size := f.IndexSize()
	b.used += size - f.extent.memory
	f.extent.memory = size
	if mb := b.used >> 20; mb > b.rested {
		b.rested = mb
		runtime.Gosched() // wasm has one thread: without a pause its garbage collector never finishes
	}
	room := indexBase + b.read/indexShare - b.used
	if b.full {
		b.full = room < indexRemainder
	} else {
		b.full = room < 0
	}
	b.until = b.read + (indexRemainder-room)*indexShare
	return !b.full
}

// IndexSize estimates the size of the index in bytes: entries, slots and map entries in half-empty
// tables, and rows.
func (f *File) IndexSize() int64 {
	const (
		place = 11 // for a slot of 4 bytes, in a table that is three eighths full after it has grown
		text  = 60 // in a map keyed by strings
		long  = 1000
	)
	return f.idents.Len() +
		88*int64(f.Records.Len()) +
		28*int64(f.Blocks.Len()) +
		(128+8+2*place)*int64(f.Messages.Len()) + // also in the store's response index
		(64+place)*int64(f.Calls.Len()) +
		place*int64(f.byUUID.Len()) +
		2*text*int64(len(f.invalidUUIDs)) + f.invalidUUIDBytes +
		80*int64(f.extent.items) + // 56 for a row
		60*int64(f.extent.turns) +
		800*int64(len(f.Conversations)) +
		2000*int64(f.extent.chats) + // their facts and sessions
		100*int64(len(f.deltas)) +
		40*int64(len(f.in.replyHashes)+len(f.nodes)+len(f.logical)) +
		120*int64(len(f.repeats)) +
		400*int64(f.names.Len()) +
		text*int64(len(f.in.waiting)) +
		300*int64(len(f.Relays)) +
		200*int64(len(f.Advice)) +
		60*int64(len(f.AgentStats)) +
		25*int64(len(f.Evidence.Tasks)) +
		400*int64(len(f.Notices)+len(f.in.noticed)) +
		long*int64(len(f.Evidence.Calls)+len(f.Evidence.Resumed)+len(f.Evidence.Metas))
}

// leaveOut counts a record that is not indexed.
func (f *indexer) leaveOut(r *record.Record, size int, offset int64, number int) {
	f.count(f.names.Find(r.Type))
	if r.Time != 0 {
		f.time = r.Time
	}
	f.Omitted++
	f.OmittedBytes += int64(size)
	f.gap(size, offset, number)
}

// gap adds bytes to the current skipped range, or begins one.
func (f *indexer) gap(size int, offset int64, number int) {
	last := len(f.Gaps) - 1
	if last < 0 || f.Gaps[last].Record != f.Records.Len()-1 {
		if last < 0 {
			f.diags.add(Diagnostic{Code: CodeFlood, Severity: Warning, File: f.File, Line: number, Offset: offset, Length: int64(size)})
		}
		index := f.Records.Len()
		f.Records.Add(Record{
			Offset: offset, Line: int32(number), Time: f.time, Conv: f.chat, Class: ClassGap, Label: f.names.Intern([]byte("gap")),
			Parent: None, Message: None, Next: None, AttachedTo: None, Call: None, Item: None, First: f.Blocks.Len(),
		})
		f.builders[f.chat].item(ItemGap, index, None)
		f.Gaps = append(f.Gaps, SkippedRange{Record: index})
		last++
	}
	g := &f.Gaps[last]
	g.Count++
	g.Bytes += int64(size)
	g.To = int32(number)
}

// GapOf returns the skipped range that an entry of ClassGap stands for.
func (f *File) GapOf(index int32) SkippedRange {
	for _, g := range f.Gaps {
		if g.Record == index {
			return g
		}
	}
	return SkippedRange{}
}
