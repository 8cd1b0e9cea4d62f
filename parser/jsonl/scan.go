package jsonl

import "bytes"

// MaxDepth is the maximum nesting depth of arrays and objects. fastjson, which reads what
// this package finds, has the same limit.
const MaxDepth = 300

// Object calls member for each member of the object that begins at b[at], with the key as it is
// written, without its quotes, and the index of the value. member returns the index after the
// value, usually by calling [Skip], or a negative number if it is cut. Object returns the index
// after the object, or a negative number if the text is not an object or member returned one.
func Object(b []byte, at int, member func(key []byte, at int) int) int {
	s := Trusted(b)
	return s.Object(at, member)
}

// Object is like the function [Object].
func (s *Scanner) Object(at int, member func(key []byte, at int) int) int {
	b := s.Text
	if at >= len(b) || b[at] != '{' {
		return -1
	}
	i := space(b, at+1)
	if i < len(b) && b[i] == '}' {
		return i + 1
	}
	for i < len(b) && b[i] == '"' {
		key := i + 1
		if i = s.skipString(i); i < 0 {
			return -1
		}
		keyEnd := i - 1
		if i = space(b, i); i >= len(b) || b[i] != ':' {
			return -1
		}
		if i = space(b, i+1); i >= len(b) {
			return -1
		}
		if i = member(b[key:keyEnd], i); i < 0 {
			return -1
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
	return -1
}

// Array calls element for each element of the array that begins at b[at]. It returns
// indexes like [Object].
func Array(b []byte, at int, element func(at int) int) int {
	s := Trusted(b)
	return s.Array(at, element)
}

// Array is like the function [Array].
func (s *Scanner) Array(at int, element func(at int) int) int {
	b := s.Text
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

// Skip returns the index after the value that begins at b[at]. If there is no whole value,
// or it nests deeper than [MaxDepth], it returns the complement (^) of the index at which
// the text is malformed: a negative number. It checks brackets, quotes, commas and colons,
// but not the letters of numbers and literals, nor the bytes of strings: see [Scanner].
//
// [SyntaxError] returns that index as it is.
func Skip(b []byte, at int) int {
	s := Trusted(b)
	return s.skip(at)
}

// Skip is like the function [Skip]. A value may be read and then skipped: its end is found once.
func (s *Scanner) Skip(at int) int {
	if at == s.last && s.end > 0 {
		return s.end
	}
	end := s.skip(at)
	s.last, s.end = at, end
	return end
}

func (s *Scanner) skip(at int) int {
	if at >= len(s.Text) {
		return ^at
	}
	switch s.Text[at] {
	case '"':
		return s.skipString(at)
	case '{', '[':
		return s.skipNested(at)
	}
	return s.skipLiteral(at)
}

// TooDeep reports whether a value is rejected because it nests deeper than [MaxDepth].
func TooDeep(b []byte) bool {
	at := Skip(b, 0)
	if at >= 0 || ^at >= len(b) || b[^at] != '{' && b[^at] != '[' {
		return false
	}
	// Skip returns the index of the first bracket beyond the limit.
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

// A nesting records for each open bracket whether it belongs to an object, one bit each.
type nesting struct {
	bits  [(MaxDepth + 63) / 64]uint64
	depth int
}

// push opens an object or array. It reports whether the depth limit allows that.
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

// inObject reports whether the innermost open bracket belongs to an object.
func (n *nesting) inObject() bool {
	d := n.depth - 1
	return n.bits[d/64]&(1<<(d%64)) != 0
}

// skipNested is a small state machine rather than a recursive function: a hostile file must
// not choose how deep the stack grows.
func (s *Scanner) skipNested(i int) int {
	b := s.Text
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
				if i = s.skipKey(i); i < 0 {
					return i
				}
				continue
			}
			if c == '[' && b[i] != ']' {
				continue
			}
			// An empty one: its end is handled below.
		case '"':
			if i = s.skipString(i); i < 0 {
				return i
			}
		default:
			if i = s.skipLiteral(i); i < 0 {
				return i
			}
		}
		// After a value: closing brackets, then a comma or nothing.
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
			if i = s.skipKey(i); i < 0 {
				return i
			}
		}
	}
	return ^i
}

func (s *Scanner) skipKey(i int) int {
	b := s.Text
	if i >= len(b) || b[i] != '"' {
		return ^i
	}
	if i = s.skipString(i); i < 0 {
		return i
	}
	if i = space(b, i); i >= len(b) || b[i] != ':' {
		return ^i
	}
	return space(b, i+1)
}

// skipString jumps from quote to quote: most bytes of a transcript are in long strings. A
// quote ends the string if an even number of backslashes precedes it.
func skipString(b []byte, at int) int {
	i := at + 1
	for {
		n := bytes.IndexByte(b[i:], '"')
		if n < 0 {
			return ^len(b)
		}
		j := i + n
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

// SyntaxError returns the index at which the value at the start of a text is malformed, or false if
// it is not: see [Skip].
func SyntaxError(text []byte) (at int, ok bool) {
	end := Skip(text, 0)
	return ^end, end < 0
}

// SkipBlank returns the index after any blanks between the records of a damaged line.
func SkipBlank(b []byte, at int) int {
	for at < len(b) && (blank(b[at]) || b[at] == '\n') {
		at++
	}
	return at
}
