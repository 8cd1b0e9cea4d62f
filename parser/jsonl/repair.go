package jsonl

import (
	"bytes"
	"iter"
)

// A Piece is a range of a line that is not one JSON object.
type Piece struct {
	From, To int
	Damaged  bool // contains no JSON object; otherwise the piece is exactly one
}

// Repair finds the objects in a line that is not one object: several objects glued
// together, or a truncated one followed by a whole one. The pieces are contiguous except
// for blanks between them.
//
// The work is bounded by a small multiple of the line's length: a hostile line can be full
// of record starts that do not become records.
func Repair(line []byte) iter.Seq[Piece] {
	return func(yield func(Piece) bool) { repair(line, yield) }
}

func repair(line []byte, yield func(Piece) bool) {
	budget := 16*len(line) + 4096
	for at := 0; ; {
		at = SkipBlank(line, at)
		if at == len(line) {
			return
		}
		end := wholeObject(line, at, &budget)
		if end > 0 {
			if !yield(Piece{From: at, To: end}) {
				return
			}
			at = end
			continue
		}
		next := nextObject(line, at, ^end, &budget)
		if !yield(Piece{From: at, To: next, Damaged: true}) {
			return
		}
		at = next
	}
}

// nextObject returns the index of the first whole object after damage that begins at from
// and is well-formed up to consumed. If there is none, it returns the length of the line.
//
// An object that ends in the well-formed part belongs to the truncated record, unless it is
// the last one of the line: then it may be the record after the cut. An object is not part
// of a record if no quote precedes it, or if something other than the remainder of a record
// follows it.
func nextObject(line []byte, from, consumed int, budget *int) int {
	outside := from + bytes.IndexByte(line[from:], '"') - 1
	for at := from + 1; *budget > 0; {
		i := bytes.Index(line[at:], []byte(`{"`))
		if i < 0 {
			break
		}
		at += i
		end := wholeObject(line, at, budget)
		switch {
		case end < 0:
			at++
		case SkipBlank(line, end) == len(line), at == outside, end > consumed && !goesOnInside(line[end:]):
			return at
		case end <= consumed:
			at = end
		default:
			at++
		}
	}
	return len(line)
}

// goesOnInside reports whether the text after an object fits into an array or object around
// it.
func goesOnInside(remainder []byte) bool {
	at := space(remainder, 0)
	if at < len(remainder) && remainder[at] == ',' {
		at = space(remainder, at+1)
		return at < len(remainder) && (remainder[at] == '"' || remainder[at] == '{')
	}
	return at < len(remainder) && (remainder[at] == '}' || remainder[at] == ']')
}

// wholeObject returns the index after the object at line[at]. If there is no whole object,
// it returns the complement of the index up to which the text is part of one.
func wholeObject(line []byte, at int, budget *int) int {
	if line[at] != '{' || *budget <= 0 {
		return ^at
	}
	end := Skip(line, at)
	consumed := end
	if end < 0 {
		consumed = ^end
	}
	*budget -= consumed - at + 1
	return end
}
