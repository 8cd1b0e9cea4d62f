package jsonl

import (
	"bytes"
	"iter"
)

// A Piece is a stretch of a line that is not one JSON object.
type Piece struct {
	From, To int
	Damaged  bool // no JSON object; else exactly one
}

// Repair finds the objects in a line that is not one object: several of them
// glued together, or a cut one followed by a whole one. The pieces follow each
// other without a gap, but for blanks between them.
//
// The work is bounded by a small multiple of the line's length: a hostile line
// can be full of beginnings that lead nowhere.
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
		if end := wholeObject(line, at, &budget); end > 0 {
			if !yield(Piece{From: at, To: end}) {
				return
			}
			at = end
			continue
		}
		next := nextObject(line, at+1, &budget)
		if !yield(Piece{From: at, To: next, Damaged: true}) {
			return
		}
		at = next
	}
}

// nextObject finds where a whole object begins that reaches to the line's end
// or to another object; without one it gives the line's length.
func nextObject(line []byte, at int, budget *int) int {
	for *budget > 0 {
		i := bytes.Index(line[at:], []byte(`{"`))
		if i < 0 {
			break
		}
		at += i
		if end := wholeObject(line, at, budget); end > 0 {
			rest := bytes.TrimLeft(line[end:], " \t\r\x00")
			if len(rest) == 0 || rest[0] == '{' {
				return at
			}
		}
		at++
	}
	return len(line)
}

func wholeObject(line []byte, at int, budget *int) int {
	if line[at] != '{' || *budget <= 0 {
		return -1
	}
	end := Skip(line, at)
	reached := end
	if end < 0 {
		reached = ^end
	}
	*budget -= reached - at + 1
	return end
}
