package parser

import (
	"runtime"

	"unspool/parser/record"
)

// The index is bounded: the bytes of its entries, by the bytes that were read.
// Real sessions have 3 to 10 kB a record, the small ones down to 1, and 240 bytes of
// index for each, so they never come near; a file of nothing but "{}" would take forty
// times its size. Past the bound records are read and counted, but not indexed.
const (
	indexBase      = 24 << 20
	indexShare     = 12      // a byte of index for so many bytes of input
	indexRemainder = 1 << 20 // room before records are indexed again: few gaps, not many
)

// MemoryLimit is how much memory reading so many bytes may take, whatever they
// are: 48 MB and 10 % of them. The index stays well below; so a program that
// gives it to debug.SetMemoryLimit makes the garbage collector keep the promise
// without working much more.
func MemoryLimit(bytes int64) int64 { return 48_000_000 + bytes/10 }

// A SkippedRange is a run of records that were read but not indexed, since their number
// was out of proportion to the size of the files.
type SkippedRange struct {
	Record int32 // the entry that stands for the run, of ClassGap
	Count  int   // of records, and of stretches of damage
	Bytes  int64
	To     int32 // line of the last; the first is the entry's
}

// bounds are what all files of a store have read and hold.
type bounds struct {
	seeds      hashSeeds
	read, used int64
	full       bool
	until      int64 // while full: no sooner there is room again
	rested     int64 // when the collector last got time, in MB held
}

// indexUsage is what a file has told its bounds, and what only it counts.
type indexUsage struct {
	read, held   int64
	items, turns int
	chats        int
}

// fits says whether one more record, that ends at the offset, may be indexed.
func (f *File) fits(end int64) bool {
	b := f.bounds
	b.read += end - f.extent.read
	f.extent.read = end
	if b.full && b.read < b.until {
		return false
	}
	size := f.held()
	b.used += size - f.extent.held
	f.extent.held = size
	if mb := b.used >> 20; mb > b.rested {
		b.rested = mb
		runtime.Gosched() // wasm has one thread: without a rest its collector never comes to an end
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

// held estimates the memory of the index in bytes: entries, places
// and map entries in tables that are half empty, rows.
func (f *File) held() int64 {
	const (
		place = 11 // of 4 bytes, in a table of which three eighths are taken when it has grown
		text  = 60 // in a map by string
		long  = 1000
	)
	return f.idents.size +
		88*int64(f.Records.Len()) +
		28*int64(f.Blocks.Len()) +
		(128+8+2*place)*int64(f.Messages.Len()) + // also in the store's book
		(64+place)*int64(f.Calls.Len()) +
		place*int64(f.byUUID.n) +
		2*text*int64(len(f.invalidUUIDs)) + f.invalidUUIDBytes +
		80*int64(f.extent.items) + // 56 for a row
		60*int64(f.extent.turns) +
		800*int64(len(f.Conversations)) +
		2000*int64(f.extent.chats) + // their facts and sessions
		100*int64(len(f.deltas)) +
		40*int64(len(f.replyHashes)+len(f.nodes)+len(f.logical)) +
		120*int64(len(f.repeats)) +
		400*int64(len(f.names.list)) +
		text*int64(len(f.waiting)) +
		300*int64(len(f.relays)) +
		200*int64(len(f.advice)) +
		60*int64(len(f.agentStats)) +
		25*int64(len(f.links.tasks)) +
		400*int64(len(f.Notices)+len(f.noticed)) +
		long*int64(len(f.links.calls)+len(f.links.resumed)+len(f.links.metas))
}

// leaveOut counts a record that does not fit.
func (f *File) leaveOut(r *record.Record, size int, offset int64, number int) {
	f.count(f.names.find(r.Type))
	if r.Time != 0 {
		f.time = r.Time
	}
	f.Omitted++
	f.OmittedBytes += int64(size)
	f.gap(size, offset, number)
}

// gap adds bytes to the run that goes on, or begins one.
func (f *File) gap(size int, offset int64, number int) {
	last := len(f.Gaps) - 1
	if last < 0 || f.Gaps[last].Record != f.Records.Len()-1 {
		if last < 0 {
			f.diags.add(Diagnostic{Code: CodeFlood, Severity: Warning, File: f, Line: number, Offset: offset, Length: int64(size),
				Text: "Too many records for the size of the file: not all are shown"})
		}
		index := f.Records.Len()
		f.Records.add(Record{
			Offset: offset, Line: int32(number), Time: f.time, Conv: f.chat, Class: ClassGap, Label: f.names.intern([]byte("gap")),
			Parent: none, Message: none, Next: none, AttachedTo: none, Call: none, Item: none, First: f.Blocks.Len(),
		})
		f.Conversations[f.chat].item(ItemGap, index, none)
		f.Gaps = append(f.Gaps, SkippedRange{Record: index})
		last++
	}
	g := &f.Gaps[last]
	g.Count++
	g.Bytes += int64(size)
	g.To = int32(number)
}

// GapOf gives the run that an entry of ClassGap stands for.
func (f *File) GapOf(index int32) SkippedRange {
	for _, g := range f.Gaps {
		if g.Record == index {
			return g
		}
	}
	return SkippedRange{}
}
