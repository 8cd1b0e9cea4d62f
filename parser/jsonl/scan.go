package jsonl

import "runtime"

// MaxDepth is how deep arrays and objects may nest. fastjson, which reads what
// this package finds, stops at the same depth.
const MaxDepth = 300

// Object calls member for each member of the object that begins at b[at]. The
// key comes as it is written, without its quotes; member gives the index behind
// the value, usually by [Skip]. Object gives the index behind the object, or a
// negative number where the text is no object or member gave one.
func Object(b []byte, at int, member func(key []byte, at int) int) int {
	return Members(b, at, func(key []byte, at, _ int) int { return member(key, at) })
}

// Members is [Object], and tells member where the value ends: a string, a number or
// a literal need not be gone over again. Of an array or object, which member may
// want to go into, it tells -1.
func Members(b []byte, at int, member func(key []byte, at, end int) int) int {
	if at >= len(b) || b[at] != '{' {
		return -1
	}
	i := space(b, at+1)
	if i < len(b) && b[i] == '}' {
		return i + 1
	}
	var found [batch]entry
	for {
		n, next := scan(b, i, &found)
		for k := range found[:n] {
			m := &found[k]
			if i = member(b[m.key:m.keyEnd], int(m.at), int(m.end)); i < 0 {
				return -1
			}
		}
		switch {
		case next < 0:
			return -1
		case found[n-1].end >= 0:
			if i = next; b[i-1] == '}' {
				return i
			}
			continue
		}
		if i = space(b, i); i >= len(b) {
			return -1
		}
		if b[i] == '}' {
			return i + 1
		}
		if b[i] != ',' {
			return -1
		}
		i = space(b, i+1)
	}
}

// batch is how many members are read at once.
const batch = 8

// An entry says where a member of an object stands; end is -1 where its value is an
// array or object.
type entry struct{ key, keyEnd, at, end int32 }

// scanGo reads members of an object, from the quote of a key on: as many as there
// is room for, until one holds an array or object, or the object ends. It gives
// their number and the place of the next key or behind the object, -1 where the
// text went wrong behind them.
//
// Without out, it gives the index behind the value at a place, or a negative number
// where it cannot tell.
func scanGo(b []byte, at int, out *[batch]entry) (n, next int) {
	if out == nil {
		return 0, skip(b, at)
	}
	for i := at; i < len(b) && b[i] == '"'; {
		e := &out[n]
		e.key = int32(i + 1)
		if i = skipString(b, i); i < 0 {
			break
		}
		e.keyEnd = int32(i - 1)
		if i = space(b, i); i >= len(b) || b[i] != ':' {
			break
		}
		if i = space(b, i+1); i >= len(b) {
			break
		}
		e.at, e.end = int32(i), -1
		switch b[i] {
		case '{', '[':
			return n + 1, i
		case '"':
			i = skipString(b, i)
		default:
			i = skipLiteral(b, i)
		}
		if i < 0 {
			break
		}
		e.end = int32(i)
		n++
		if i = space(b, i); i >= len(b) {
			break
		}
		if b[i] == '}' {
			return n, i + 1
		}
		if b[i] != ',' {
			break
		}
		if i = space(b, i+1); n == batch {
			return n, i
		}
	}
	return n, -1
}

// Array calls element for each element of the array that begins at b[at]; it
// gives indexes as [Object] does.
func Array(b []byte, at int, element func(at int) int) int {
	if at >= len(b) || b[at] != '[' {
		return -1
	}
	i := space(b, at+1)
	if i < len(b) && b[i] == ']' {
		return i + 1
	}
	for i < len(b) {
		if i = element(i); i < 0 {
			return -1
		}
		i = space(b, i)
		if i >= len(b) {
			return -1
		}
		if b[i] == ']' {
			return i + 1
		}
		if b[i] != ',' {
			return -1
		}
		i = space(b, i+1)
	}
	return -1
}

// Skip gives the index behind the value that begins at b[at]. Where no whole
// value stands there, or it nests deeper than [MaxDepth], it gives the
// complement (^) of the index at which the text went wrong: a negative number.
// Brackets, quotes, commas and colons are checked; the letters of numbers and
// literals are not.
func Skip(b []byte, at int) int {
	if runtime.GOARCH == "wasm" && at < len(b) {
		if _, end := scan(b, at, nil); end > 0 {
			return end
		}
	}
	return skip(b, at)
}

func skip(b []byte, at int) int {
	if at >= len(b) {
		return ^at
	}
	switch b[at] {
	case '"':
		return skipString(b, at)
	case '{', '[':
		return skipNested(b, at)
	}
	return skipLiteral(b, at)
}

// TooDeep says that a value is refused because it nests deeper than [MaxDepth].
func TooDeep(b []byte) bool {
	at := Skip(b, 0)
	if at >= 0 || ^at >= len(b) || b[^at] != '{' && b[^at] != '[' {
		return false
	}
	// Skip gives where it stopped: at the bracket that was one too many.
	var depth int
	for i := 0; i < ^at; i++ {
		switch b[i] {
		case '"':
			if i = skipString(b, i) - 1; i < 0 {
				return false
			}
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
	}
	return depth >= MaxDepth
}

// nesting says for each open bracket whether it is an object's, one bit each.
type nesting struct {
	bits  [(MaxDepth + 63) / 64]uint64
	depth int
}

func (n *nesting) push(object bool) bool {
	if n.depth == MaxDepth {
		return false
	}
	if object {
		n.bits[n.depth/64] |= 1 << (n.depth % 64)
	} else {
		n.bits[n.depth/64] &^= 1 << (n.depth % 64)
	}
	n.depth++
	return true
}

func (n *nesting) inObject() bool {
	d := n.depth - 1
	return n.bits[d/64]&(1<<(d%64)) != 0
}

// skipNested is a small machine rather than recursion: a hostile file must not
// choose how deep the stack grows.
func skipNested(b []byte, i int) int {
	var open nesting
	for i < len(b) {
		// A value, or the end of an empty array or object.
		switch c := b[i]; c {
		case '{', '[':
			if !open.push(c == '{') {
				return ^i
			}
			i = space(b, i+1)
			if i >= len(b) {
				return ^i
			}
			if c == '{' && b[i] != '}' {
				if i = skipKey(b, i); i < 0 {
					return i
				}
				continue
			}
			if c == '[' && b[i] != ']' {
				continue
			}
			// An empty one: its end is handled below.
		case '"':
			if i = skipString(b, i); i < 0 {
				return i
			}
		default:
			if i = skipLiteral(b, i); i < 0 {
				return i
			}
		}
		// Behind a value: ends, then a comma or nothing.
		for {
			if i = space(b, i); i >= len(b) {
				return ^i
			}
			object := open.inObject()
			if object && b[i] == '}' || !object && b[i] == ']' {
				i++
				if open.depth--; open.depth == 0 {
					return i
				}
				continue
			}
			break
		}
		if b[i] != ',' {
			return ^i
		}
		i = space(b, i+1)
		if open.inObject() {
			if i = skipKey(b, i); i < 0 {
				return i
			}
		}
	}
	return ^i
}

func skipKey(b []byte, i int) int {
	if i >= len(b) || b[i] != '"' {
		return ^i
	}
	if i = skipString(b, i); i < 0 {
		return i
	}
	if i = space(b, i); i >= len(b) || b[i] != ':' {
		return ^i
	}
	return space(b, i+1)
}

// skipString jumps from quote to quote: most bytes of a transcript stand in long
// strings, and a quote is an end when an even number of backslashes stands before it.
func skipString(b []byte, at int) int {
	i := at + 1
	for {
		j := find(b, i, '"')
		if j < 0 {
			return ^len(b)
		}
		k := j
		for k > i && b[k-1] == '\\' {
			k--
		}
		if (j-k)%2 == 0 {
			return j + 1
		}
		i = j + 1
	}
}

func skipLiteral(b []byte, at int) int {
	i := at
	for i < len(b) {
		c := b[i]
		if c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c == '-' || c == '.' || c == '+' || c == 'E' {
			i++
			continue
		}
		break
	}
	if i == at {
		return ^at
	}
	return i
}

func space(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\t' || b[i] == '\n' || b[i] == '\r') {
		i++
	}
	return i
}

// SkipBlank gives the index behind what may stand between the records of a
// damaged line.
func SkipBlank(b []byte, at int) int {
	for at < len(b) && (blank(b[at]) || b[at] == '\n') {
		at++
	}
	return at
}
