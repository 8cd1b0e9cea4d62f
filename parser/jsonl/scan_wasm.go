package jsonl

// scan is [scanGo] in WebAssembly. Go's compiler turns a loop into WebAssembly that jumps
// through a table at each iteration, and calls are expensive; this implementation takes
// less than half the time.
//
//go:noescape
func scan(b []byte, at int, out *[batch]entry) (n, next int)

// find is [bytes.IndexByte] starting at an index. It is twice as fast because it compares
// four bytes at once.
//
//go:noescape
func find(b []byte, at int, c byte) int
