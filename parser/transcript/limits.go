package transcript

import (
	"runtime"
	"unsafe"

	"unspool/parser/internal/table"
	"unspool/parser/record"
)

// The size of the index is limited: to a part that all files share, 4 kB for each file, and a twelfth
// of the bytes that were read. Real sessions have 3 to 10 kB a record, and 240 bytes of index for each
// record, so they never come near the limit; a file of nothing but "{}" would take forty times its size.
// The first record that does not fit is the end of its file's index: the remaining records are read and
// counted, but not indexed.
const (
	indexBase    = 32 << 20
	indexPerFile = 4 << 10 // a session of two records takes 2.7 kB
	indexShare   = 12      // bytes of input for each byte of index
)

// fewBlocks is the number of blocks of a record that takes little index. Claude Code writes each block
// of a reply as a record of its own.
const fewBlocks = 8

// fileMemory is what a file takes whatever its size: a session of two records has 7 kB of index and
// agents, files of hostile records up to 12.5 kB, and the collector needs a quarter more.
const fileMemory = 16 << 10

// MemoryLimit returns how much memory reading a number of files of a total size may take: 48 MB, 16 kB
// for each file after the first, and 10 % of the bytes. The index of one file stays below that, whatever
// its content. A program that passes the limit to debug.SetMemoryLimit makes the garbage collector
// enforce it at little cost, as long as what it holds beside the index leaves the collector room.
func MemoryLimit(files int, bytes int64) int64 {
	return 48_000_000 + int64(max(0, files-1))*fileMemory + bytes/10
}

// An Omission is the end of a file that is not indexed, since the file has too many records for its
// size.
type Omission struct {
	Line    int   // where it begins, from 1; 0 if the whole file is indexed
	Offset  int64 // of the first byte
	Records int   // how many records are only counted
	Bytes   int64 // of these records
	Damaged int   // ranges that are not records, as far as they are complete
}

// Shared is the state that the files of a store share: the seeds of their hashes, the parser of their
// records, and the sums of the bytes that they have read and that their indexes take, which limit the
// indexes. Only one file at a time may be written.
type Shared struct {
	// OnUsage is called when the usage of a message of a file changed, or that of a relay: the number
	// is an index into Relays then. The owner of the files sets it before it opens the first one.
	OnUsage func(f *File, message int32, relayed bool)

	seeds      table.Seeds
	parser     record.Parser // of the file that is being written
	files      int64
	read, used int64
	pauseMB    int64 // index size in MB when the garbage collector last got time
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

// fits reports whether a record, given its place and its number of blocks, may be indexed. After the
// first one that may not, none of the file may.
//
// Beyond its own share, a file takes at most three quarters of what the others leave of the base: 24
// MB if it is alone. So a full file leaves space for the others. Without the part of the share that does
// not depend on the size, a folder of 50,000 short sessions was full after the first 12,678.
//
// The last record of a file can take far more than what was left. The files after it have their own
// shares nevertheless, for records of few blocks.
func (ix *indexer) fits(offset int64, size, number, blocks int) bool {
	s, end := ix.f.shared, offset+int64(size)
	s.read += end - ix.f.extent.read
	ix.f.extent.read = end
	if ix.f.Omitted.Line > 0 {
		return false
	}
	ix.measure()
	if mb := s.used >> 20; mb > s.pauseMB {
		s.pauseMB = mb
		runtime.Gosched() // wasm has one thread: without a pause its garbage collector never finishes
	}
	left := indexBase + s.files*indexPerFile + s.read/indexShare - s.used
	excess := ix.f.extent.memory - indexPerFile - end/indexShare // beyond its share
	if excess <= 3*left || excess <= 0 && blocks <= fewBlocks {
		return true
	}
	ix.f.Omitted = Omission{Line: number, Offset: offset}
	ix.f.diags.isFull = true
	ix.f.diags.more(CodeFlood, Warning)
	return false
}

// measure brings the sums up to date with the size of the index.
func (ix *indexer) measure() {
	memory := ix.size()
	ix.f.shared.used += memory - ix.f.extent.memory
	ix.f.extent.memory = memory
}

// countOmitted counts a record that is not indexed.
func (ix *indexer) countOmitted(r *record.Record, size int) {
	ix.x.count(ix.x.names.Find(r.Type))
	ix.f.Omitted.Records++
	ix.f.Omitted.Bytes += int64(size)
}

// omissionDiagnostic describes the records that are not indexed.
func omissionDiagnostic(f *File) Diagnostic {
	o := &f.Omitted
	return Diagnostic{Code: CodeFlood, Severity: Warning, File: f, Line: o.Line, Offset: o.Offset, Length: f.Written() - o.Offset,
		Count: o.Records}
}

// IndexSize estimates the size of the index in bytes. Tables, maps and slices are computed; the
// constants are for what other packages or the heap hold for an entry. TestMemoryIsBounded compares
// the estimate with the heap.
func (f *File) IndexSize() int64 { return f.reader.ix.size() }

const sizeOfText = 48 // an ID in a string

// size returns the size of the file's index: see [File.IndexSize].
func (ix *indexer) size() int64 {
	const (
		row          = 56   // of an item on the screen
		conversation = 800  // with its builder, and its agent in the session
		chat         = 2000 // its facts and its session
		link         = 1000 // a call that started or resumed an agent, with the agent
	)
	extent, evidence := &ix.f.extent, &ix.f.Evidence
	return ix.x.size() + ix.links.size() + mapSize(ix.waiting) + ix.f.diags.size() +
		row*int64(extent.items) + sliceSize[Item](extent.items) + sliceSize[Turn](extent.turns) +
		conversation*int64(len(ix.f.Conversations)) + chat*int64(extent.chats) +
		sliceSize[callTitle](len(evidence.Tasks)) +
		link*int64(len(evidence.Calls)+len(evidence.Resumed)+len(evidence.Metas))
}

// size returns the size of the tables, and of what finds their entries.
func (x *index) size() int64 {
	const response = 8 // entry of a message in the store's index of responses
	return x.Records.Size() + x.Blocks.Size() + x.Messages.Size() + x.Calls.Size() +
		x.idents.Size() + x.names.Size() +
		x.byUUID.Size() + x.byCall.Size() + 2*x.byMessage.Size() + // also in the index of responses
		response*int64(x.Messages.Len()) +
		mapSize(x.invalidUUIDs) + x.invalidUUIDBytes +
		mapSize(x.deltas) + mapSize(x.repeats) + mapSize(x.nodes) + mapSize(x.logical) +
		sizeOfText*int64(len(x.deltas)+len(x.repeats)) + sliceSize[int32](len(x.nodes)) + // slices in these maps
		sliceSize[Relay](len(x.Relays)) + 2*sizeOfText*int64(len(x.Relays)) +
		mapSize(x.Advice) + sliceSize[record.AdvisorUsage](len(x.Advice)) + mapSize(x.AgentStats)
}

// size returns the size of what the recordLinker remembers, and of the notices that it has found.
func (ln *recordLinker) size() int64 {
	return mapSize(ln.byTextAndTime) + mapSize(ln.noticed) + mapSize(ln.byRelay) +
		sliceSize[TaskNotification](len(ln.f.Notices)) + 3*sizeOfText*int64(len(ln.f.Notices))
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
