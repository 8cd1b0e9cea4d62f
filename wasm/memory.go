//go:build js && wasm

package main

import (
	"runtime"
	"runtime/debug"
)

// A memoryLimit is the limit of the garbage collector. It begins below [parser.MemoryLimit], which allows
// for the worst content, and is raised if the files need more.
type memoryLimit struct {
	expected int64 // what all files take by their sizes
	set      int64
	now      runtime.MemStats // reused, since it is large
	cycles   uint32           // of the collector at the last update
	lowest   uint64           // size of the heap since then, which is about what is alive: garbage is freed bit by bit
	parsed   int              // bytes since then
}

// baseMemory is what the parser may take before it has any file, in bytes, beside the 8 MB of the program
// itself, which the limit does not count.
const baseMemory = 15_000_000

// expect raises the limit for a number of files more, which have size bytes together. Real sessions take
// 5 to 12 % of their size, short ones 7 kB. With [parser.MemoryLimit], two parsers took 127 MB for 1,000
// sessions of 500 kB; with this limit they take 89 MB, and less time.
func (m *memoryLimit) expect(files int, size int64) {
	const perFile = 16 << 10
	m.expected += max(int64(files)*perFile, size/10)
	m.raise(baseMemory + m.expected)
}

// update raises the limit if it leaves the collector less than a quarter of what is alive: it would
// run all the time. With 65 MB of 77 alive, a query that reads nothing took 16 ms instead of 0.2. The
// limit also counts memory outside of objects: stacks, the collector's own data, and gaps between objects.
func (m *memoryLimit) update() {
	runtime.ReadMemStats(&m.now)
	runs := m.now.NumGC - m.cycles
	if runs == 0 {
		m.lowest = min(m.lowest, m.now.HeapAlloc)
		return
	}
	if runs > 1 { // more may be alive by now than it was before
		m.lowest = m.now.HeapAlloc
	}
	live, other := int64(m.lowest), int64(m.now.Sys-m.now.HeapIdle-m.now.HeapAlloc)
	m.cycles, m.lowest = m.now.NumGC, m.now.HeapAlloc
	if other+live+live/4 > m.set {
		m.raise(other + live + live/3)
	}
}

// updateAfter counts parsed bytes, and updates the limit after each 256 kB of them: an update takes 50 µs,
// which is more than parsing a small file.
func (m *memoryLimit) updateAfter(parsed int) {
	if m.parsed += parsed; m.parsed >= 256<<10 {
		m.parsed = 0
		m.update()
	}
}

func (m *memoryLimit) raise(limit int64) {
	if limit > m.set {
		m.set = limit
		debug.SetMemoryLimit(limit)
	}
}
