//go:build js && wasm

package main

import (
	"runtime"
	"runtime/debug"

	"unspool/parser"
)

// A memoryLimit is the limit of the garbage collector: see [parser.MemoryLimit].
type memoryLimit struct {
	files  int
	bytes  int64 // total size of all files
	set    int64
	now    runtime.MemStats // reused, since it is large
	cycles uint32           // of the collector when the limit was last updated
	parsed int              // bytes since then
}

// expect adjusts the limit for a number of files more, which have bytes bytes together.
func (m *memoryLimit) expect(files int, bytes int64) {
	const image = 8 << 20 // the program's own data, which the limit does not count
	m.files += files
	m.bytes += max(0, bytes)
	m.raise(parser.MemoryLimit(m.files, m.bytes) - image)
}

// update raises the limit if it leaves the collector less than a quarter of what is alive: it would
// run all the time. With 65 MB of 77 alive, a query that reads nothing took 16 ms instead of 0.2. The
// limit also counts memory outside of objects: stacks, the collector's own data, and gaps between objects.
func (m *memoryLimit) update() {
	runtime.ReadMemStats(&m.now)
	if m.now.NumGC == m.cycles {
		return
	}
	m.cycles = m.now.NumGC
	live, other := int64(m.now.HeapAlloc), int64(m.now.Sys-m.now.HeapIdle-m.now.HeapAlloc)
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
