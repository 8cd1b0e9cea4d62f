// Package table holds the building blocks of an index that is large, only grows, and must not be
// copied when it does: lists in chunks, strings that are stored once, IDs, UUIDs, and hash indexes.
//
// In: entries, strings and IDs, added one at a time. Out: small numbers that stand for them, and the
// entry or the text for such a number. Invariants: a number never refers to another entry, unless
// [Table.Drop] removed it; hashes have random seeds, so that no file can be written to make them
// collide; Size is the memory that each structure takes, for the limit of the index.
package table

import "unsafe"

// tableChunk is how many entries a chunk of a table holds.
const (
	chunkBits  = 12
	tableChunk = 1 << chunkBits
)

// A Table is a list that only grows at its end, in chunks. A slice that grows is copied, so for a
// moment it takes more than twice its size, and the memory of a WebAssembly program never shrinks.
// The zero value is empty.
type Table[T any] struct {
	chunks [][]T
	n      int32
}

// Len returns the number of entries.
func (t *Table[T]) Len() int32 { return t.n }

// Size returns the number of bytes that the entries take.
func (t *Table[T]) Size() int64 {
	last := len(t.chunks) - 1
	if last < 0 {
		return 0
	}
	var entry T
	return int64(last*tableChunk+cap(t.chunks[last])) * int64(unsafe.Sizeof(entry))
}

// At returns the entry with an index. The pointer is valid until the table grows.
func (t *Table[T]) At(i int32) *T { return &t.chunks[i>>chunkBits][i&(tableChunk-1)] }

// Add appends an entry.
func (t *Table[T]) Add(v T) {
	last := len(t.chunks) - 1
	if last < 0 || len(t.chunks[last]) == tableChunk {
		var chunk []T
		if last >= 0 { // the only chunk of a small file is not full
			chunk = make([]T, 0, tableChunk)
		}
		t.chunks = append(t.chunks, chunk)
		last++
	}
	chunk := t.chunks[last]
	if len(chunk) == cap(chunk) {
		// A short session has two records and one or two messages, and there can be 50,000 of them.
		chunk = append(make([]T, 0, min(max(2, 2*len(chunk)), tableChunk)), chunk...)
	}
	t.chunks[last] = append(chunk, v)
	t.n++
}

// Drop removes the last n entries.
func (t *Table[T]) Drop(n int) {
	for ; n > 0; n-- {
		last := len(t.chunks) - 1
		chunk := t.chunks[last]
		clear(chunk[len(chunk)-1:])
		if t.chunks[last] = chunk[:len(chunk)-1]; len(chunk) == 1 {
			t.chunks = t.chunks[:last]
		}
		t.n--
	}
}
