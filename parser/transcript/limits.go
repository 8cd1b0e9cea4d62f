package transcript

import (
	"runtime"
	"unsafe"

	"unspool/parser/internal/table"
	"unspool/parser/record"
)

// The size of the index is limited in proportion to the bytes that were read. Real sessions have 3
// to 10 kB a record, and 240 bytes of index for each record, so they never come near the limit; a
// file of nothing but "{}" would take forty times its size. The first record that does not fit is
// the end of its file's index: the remaining records are read and counted, but not indexed.
const (
	indexBase  = 32 << 20
	indexShare = 12 // bytes of input for each byte of index
)

// MemoryLimit returns how much memory reading a given number of bytes may take, whatever their
// content: 48 MB plus 10 % of the bytes. The index stays well below that. A program that passes the
// limit to debug.SetMemoryLimit makes the garbage collector enforce it at little cost.
func MemoryLimit(bytes int64) int64 { return 48_000_000 + bytes/10 }

// An Omission is the end of a file that is not indexed, since the file has too many records for its
// size.
type Omission struct {
	Line    int   // where it begins, from 1; 0 if the whole file is indexed
	Offset  int64 // of the first byte
	Records int   // how many records are only counted
	Bytes   int64 // of these records
	Damaged int   // ranges that are not records, as far as they are complete
}

// Shared is the state that the files of a store share: the seeds of their hashes, and the sums of the
// bytes that they have read and that their indexes take, which limit the indexes.
type Shared struct {
	seeds      table.Seeds
	read, used int64
	rested     int64 // index size in MB when the garbage collector last got time
}

// NewShared returns the shared state of a new store.
func NewShared() *Shared { return &Shared{seeds: table.NewSeeds()} }

// Hash returns the hash of an ID; it is the same for all files of the store.
func (s *Shared) Hash(id []byte) uint64 { return s.seeds.Hash(id) }

// An indexUsage is a file's contribution to the sums, and counts of its own.
type indexUsage struct {
	read, memory int64
	items, turns int
	chats        int
}

// fits reports whether a record, given its place, may be indexed. After the first one that may not,
// none of the file may.
//
// Beyond its own share, a file takes at most three quarters of what the others leave of the base: 24
// MB if it is alone. So one that is full leaves room for the others.
func (ix *indexer) fits(offset int64, size, number int) bool {
	s, end := ix.shared, offset+int64(size)
	s.read += end - ix.extent.read
	ix.extent.read = end
	if ix.Omitted.Line > 0 {
		return false
	}
	memory := ix.IndexSize()
	s.used += memory - ix.extent.memory
	ix.extent.memory = memory
	if mb := s.used >> 20; mb > s.rested {
		s.rested = mb
		runtime.Gosched() // wasm has one thread: without a pause its garbage collector never finishes
	}
	if left := indexBase + s.read/indexShare - s.used; memory-end/indexShare <= 3*left {
		return true
	}
	ix.Omitted = Omission{Line: number, Offset: offset}
	ix.diags.more(CodeFlood, Warning)
	return false
}

// countOmitted counts a record that is not indexed.
func (ix *indexer) countOmitted(r *record.Record, size int) {
	ix.count(ix.names.Find(r.Type))
	ix.Omitted.Records++
	ix.Omitted.Bytes += int64(size)
}

// omissionDiagnostic describes the records that are not indexed.
func (f *File) omissionDiagnostic() Diagnostic {
	o := &f.Omitted
	return Diagnostic{Code: CodeFlood, Severity: Warning, File: f, Line: o.Line, Offset: o.Offset, Length: f.Written() - o.Offset,
		Count: o.Records}
}

// IndexSize estimates the size of the index in bytes. Tables, maps and slices are computed; the
// constants are for what other packages or the heap hold for an entry. TestMemoryIsBounded compares
// the estimate with the heap.
func (f *File) IndexSize() int64 {
	const (
		row          = 56   // of an item on the screen
		response     = 8    // entry of a message in the store's index of responses
		text         = 48   // an ID in a string
		conversation = 800  // with its builder, and its agent in the session
		chat         = 2000 // its facts and its session
		link         = 1000 // a call that started or resumed an agent, with the agent
	)
	r := f.reader
	return f.Records.Size() + f.Blocks.Size() + f.Messages.Size() + f.Calls.Size() +
		f.idents.Size() + f.names.Size() +
		f.byUUID.Size() + f.byCall.Size() + 2*f.byMessage.Size() + // also in the index of responses
		response*int64(f.Messages.Len()) +
		row*int64(f.extent.items) + sliceSize[Item](f.extent.items) + sliceSize[Turn](f.extent.turns) +
		conversation*int64(len(f.Conversations)) + chat*int64(f.extent.chats) +
		mapSize(f.invalidUUIDs) + f.invalidUUIDBytes +
		mapSize(f.deltas) + mapSize(f.repeats) + mapSize(f.nodes) + mapSize(f.logical) +
		text*int64(len(f.deltas)+len(f.repeats)) + sliceSize[int32](len(f.nodes)) + // slices in these maps
		mapSize(r.replyHashes) + mapSize(r.waiting) + mapSize(r.noticed) +
		sliceSize[TaskNotification](len(f.Notices)) + 3*text*int64(len(f.Notices)) +
		mapSize(r.byRelay) + sliceSize[Relay](len(f.Relays)) + 2*text*int64(len(f.Relays)) +
		mapSize(f.Advice) + sliceSize[record.AdvisorUsage](len(f.Advice)) + mapSize(f.AgentStats) +
		sliceSize[callTitle](len(f.Evidence.Tasks)) +
		link*int64(len(f.Evidence.Calls)+len(f.Evidence.Resumed)+len(f.Evidence.Metas))
}

// sliceSize returns the size of slices that hold n entries and have grown: append leaves up to half
// of that free.
func sliceSize[T any](n int) int64 {
	var entry T
	return int64(n) * int64(unsafe.Sizeof(entry)) * 3 / 2
}

// mapSize returns the size of a map without what its entries point to. A map that has just grown is
// less than half full.
func mapSize[K comparable, V any](m map[K]V) int64 {
	var slot struct {
		key   K
		value V
	}
	return int64(len(m)) * int64(unsafe.Sizeof(slot)) * 5 / 2
}
