package search

import (
	"encoding/binary"
	"math/bits"
	"strings"
)

// A rarePair finds where a text may occur by the two of its bytes that are rarest in sessions:
// it looks for both at their distance, at eight indexes at once.
type rarePair struct {
	at, distance int    // index of the first byte in the text, and distance of the second byte from it
	one, two     uint64 // the bytes, each repeated eight times; letters in lower case
	or1, or2     uint64 // masks that make letters lower case
}

// frequentBytes lists the bytes that are frequent in sessions, most frequent first. Letters stand
// for both cases.
const frequentBytes = "etnsioracplumdf:,hg12.4035-6()k_7bx89{}wy=vq["

// newRarePair returns the pair of a text, whose letters may be in any case.
func newRarePair(text []byte) rarePair {
	var p rarePair
	first, second := 0, 0
	rarest, next := -1, -1
	for i, c := range text {
		rare := strings.IndexByte(frequentBytes, lower(c))
		if rare < 0 {
			rare = len(frequentBytes)
		}
		if rare > rarest {
			first, second, rarest, next = i, first, rare, rarest
		} else if rare > next {
			second, next = i, rare
		}
	}
	if len(text) > 0 {
		p.at, p.distance = min(first, second), max(first, second)-min(first, second)
		p.one, p.or1 = repeatByte(text[p.at])
		p.two, p.or2 = repeatByte(text[p.at+p.distance])
	}
	return p
}

const (
	ones     = 0x0101010101010101
	highBits = 0x80 * ones
)

// repeatByte returns a byte repeated eight times, and the mask that makes it lower case.
func repeatByte(c byte) (all, or uint64) {
	all = uint64(lower(c)) * ones
	if 'a' <= lower(c) && lower(c) <= 'z' {
		or = ('a' - 'A') * ones
	}
	return all, or
}

// lower returns the lower case of an ASCII letter, and any other byte unchanged.
func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

// next returns the first index at or after from where the text may begin, judging by its
// pair, or -1.
func (p *rarePair) next(b []byte, from int) int {
	from += p.at
	if from+p.distance >= len(b) {
		return -1
	}
	if i := indexPair(b[from:len(b)-p.distance], b[from+p.distance:], p.one, p.or1, p.two, p.or2); i >= 0 {
		return from + i - p.at
	}
	return -1
}

// indexPair returns the first index at which b has the byte one and c the byte two, or -1. It
// tests eight indexes at once: where both bytes are there, all bits of v are 0, which
// subtracting 1 shows in the highest bit (Mycroft's test for a zero byte). It calls no
// function: in WebAssembly calls are expensive, and so are loop iterations.
func indexPair(b, c []byte, one, or1, two, or2 uint64) int {
	i := 0
	for ; i+32 <= len(b) && i+32 <= len(c); i += 32 {
		x, y := (*[32]byte)(b[i:]), (*[32]byte)(c[i:])
		v0 := ((binary.LittleEndian.Uint64(x[:]) | or1) ^ one) | ((binary.LittleEndian.Uint64(y[:]) | or2) ^ two)
		v1 := ((binary.LittleEndian.Uint64(x[8:]) | or1) ^ one) | ((binary.LittleEndian.Uint64(y[8:]) | or2) ^ two)
		v2 := ((binary.LittleEndian.Uint64(x[16:]) | or1) ^ one) | ((binary.LittleEndian.Uint64(y[16:]) | or2) ^ two)
		v3 := ((binary.LittleEndian.Uint64(x[24:]) | or1) ^ one) | ((binary.LittleEndian.Uint64(y[24:]) | or2) ^ two)
		if ((v0-ones)&^v0|(v1-ones)&^v1|(v2-ones)&^v2|(v3-ones)&^v3)&highBits != 0 {
			break
		}
	}
	for ; i+8 <= len(b) && i+8 <= len(c); i += 8 {
		v := ((binary.LittleEndian.Uint64(b[i:]) | or1) ^ one) | ((binary.LittleEndian.Uint64(c[i:]) | or2) ^ two)
		if z := (v - ones) &^ v & highBits; z != 0 {
			return i + bits.TrailingZeros64(z)/8
		}
	}
	for ; i < len(b) && i < len(c); i++ {
		if uint8(uint64(b[i])|or1) == uint8(one) && uint8(uint64(c[i])|or2) == uint8(two) {
			return i
		}
	}
	return -1
}
