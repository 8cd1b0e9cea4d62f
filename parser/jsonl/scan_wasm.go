package jsonl

// scan is [scanGo] in the machine's own words. What Go's compiler makes of a loop
// for WebAssembly jumps through a table at each turn, and calls cost much: this
// takes less than half of the time.
//
//go:noescape
func scan(b []byte, at int, out *[batch]entry) (n, next int)

// find is [bytes.IndexByte] from a place on, twice as fast: that takes four bytes at
// once.
//
//go:noescape
func find(b []byte, at int, c byte) int
