package search

import (
	"encoding/binary"
	"math/bits"
	"strings"
)

// A rarePair finds where two bytes of a text stand at their distance, eight places at
// once: the rarest two, which few other places have.
type rarePair struct {
	at, distance int    // where the first is in the text, and how far behind it the other
	one, two     uint64 // the bytes, eight times; of letters the small ones
	or1, or2     uint64 // what makes letters small
}

// often are bytes that are frequent in sessions, the most frequent first; letters
// stand for both cases.
const often = "etnsioracplumdf:,hg12.4035-6()k_7bx89{}wy=vq["

// newPair makes a pair of a text, the letters of which are in any case.
func newPair(text []byte) rarePair {
	var p rarePair
	first, second := 0, 0
	rarest, next := -1, -1
	for i, c := range text {
		rare := strings.IndexByte(often, small(c))
		if rare < 0 {
			rare = len(often)
		}
		if rare > rarest {
			first, second, rarest, next = i, first, rare, rarest
		} else if rare > next {
			second, next = i, rare
		}
	}
	if len(text) > 0 {
		p.at, p.distance = min(first, second), max(first, second)-min(first, second)
		p.one, p.or1 = eight(text[p.at])
		p.two, p.or2 = eight(text[p.at+p.distance])
	}
	return p
}

const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
)

// eight gives a byte eight times, and what makes it small.
func eight(c byte) (all, or uint64) {
	all = uint64(small(c)) * ones
	if 'a' <= small(c) && small(c) <= 'z' {
		or = ('a' - 'A') * ones
	}
	return all, or
}

// small makes a capital letter of ASCII a small one.
func small(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

// next gives the first place from one on where text may stand by its pair, or -1.
func (p *rarePair) next(b []byte, from int) int {
	from += p.at
	if from+p.distance >= len(b) {
		return -1
	}
	if i := eights(b[from:len(b)-p.distance], b[from+p.distance:], p.one, p.or1, p.two, p.or2); i >= 0 {
		return from + i - p.at
	}
	return -1
}

// eights gives the first place where both of two bytes are, each in its text: there
// all bits are 0, which subtracting 1 shows in the highest (Mycroft). It calls
// nothing: in WebAssembly calls are dear, and turns of a loop, too.
func eights(b, c []byte, one, or1, two, or2 uint64) int {
	i := 0
	for ; i+32 <= len(b) && i+32 <= len(c); i += 32 {
		x, y := (*[32]byte)(b[i:]), (*[32]byte)(c[i:])
		v0 := ((binary.LittleEndian.Uint64(x[:]) | or1) ^ one) | ((binary.LittleEndian.Uint64(y[:]) | or2) ^ two)
		v1 := ((binary.LittleEndian.Uint64(x[8:]) | or1) ^ one) | ((binary.LittleEndian.Uint64(y[8:]) | or2) ^ two)
		v2 := ((binary.LittleEndian.Uint64(x[16:]) | or1) ^ one) | ((binary.LittleEndian.Uint64(y[16:]) | or2) ^ two)
		v3 := ((binary.LittleEndian.Uint64(x[24:]) | or1) ^ one) | ((binary.LittleEndian.Uint64(y[24:]) | or2) ^ two)
		if ((v0-ones)&^v0|(v1-ones)&^v1|(v2-ones)&^v2|(v3-ones)&^v3)&highs != 0 {
			break
		}
	}
	for ; i+8 <= len(b) && i+8 <= len(c); i += 8 {
		v := ((binary.LittleEndian.Uint64(b[i:]) | or1) ^ one) | ((binary.LittleEndian.Uint64(c[i:]) | or2) ^ two)
		if z := (v - ones) &^ v & highs; z != 0 {
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
