package table

import (
	"encoding/binary"
	"hash/maphash"
	"math/bits"
)

// A UUID is the UUID of a record, in 16 bytes; as text it would take four times as many. The zero
// value is none. An ID that is not a UUID as Claude Code writes them is stored as a hash, with its
// text kept separately: see IsHash.
type UUID struct{ high, low uint64 }

// None reports whether the record has no UUID.
func (u UUID) None() bool { return u == UUID{} }

// IsHash reports whether u is the hash of an ID that is not a UUID as Claude Code writes them.
func (u UUID) IsHash() bool { return u.low>>62 == hashed }

// The highest bits of the lower half are 10 in all UUIDs that are generated today; other bits there
// mark a hash.
const (
	variant = 0b10
	hashed  = 0b01
)

// Seeds holds the random seeds of the hashes, so that nobody who writes a file can predict
// them.
type Seeds struct {
	text, again maphash.Seed
	high, low   uint64
}

// NewSeeds returns new random seeds.
func NewSeeds() Seeds {
	s := Seeds{text: maphash.MakeSeed(), again: maphash.MakeSeed()}
	s.high, s.low = maphash.String(s.text, "high"), maphash.String(s.text, "low")
	return s
}

// UUID returns the UUID for a text.
func (s *Seeds) UUID(text []byte) UUID {
	if len(text) == 0 {
		return UUID{}
	}
	if u, ok := parseUUID(text); ok && u.low>>62 == variant {
		return u
	}
	return UUID{maphash.Bytes(s.text, text), maphash.Bytes(s.again, text)>>2 | hashed<<62}
}

// Hash returns the hash of a text, 0 for an empty one.
func (s *Seeds) Hash(text []byte) uint64 {
	if len(text) == 0 {
		return 0
	}
	return maphash.Bytes(s.text, text)
}

// HashBoth returns the hash of a pair of texts.
func (s *Seeds) HashBoth(a, b []byte) uint64 { return s.Hash(a) ^ 3*s.Hash(b) }

// HashUUID mixes both halves, which the writer of a file can choose, with seeds that the writer does
// not know.
func (s *Seeds) HashUUID(u UUID) uint64 {
	high, low := bits.Mul64(u.high^s.high, u.low^s.low)
	return high ^ low
}

// parseUUID parses 8-4-4-4-12 digits, eight at a time for speed: each record has two UUIDs. It
// rejects capital letters, since they would not be preserved.
func parseUUID(text []byte) (u UUID, ok bool) {
	if len(text) != 36 || text[8] != '-' || text[13] != '-' || text[18] != '-' || text[23] != '-' {
		return u, false
	}
	four := func(at int) uint64 { return uint64(binary.LittleEndian.Uint32(text[at:])) }
	a, aOK := hex8(binary.LittleEndian.Uint64(text))
	b, bOK := hex8(four(9) | four(14)<<32)
	c, cOK := hex8(four(19) | four(24)<<32)
	d, dOK := hex8(binary.LittleEndian.Uint64(text[28:]))
	return UUID{a<<32 | b, c<<32 | d}, aOK && bOK && cOK && dOK
}

// hex8 returns the value of eight hexadecimal digits, of which the first is in the lowest byte;
// false if one of them is not a digit.
func hex8(x uint64) (uint64, bool) {
	const ones = 0x0101010101010101
	v := x&(15*ones) + 9*(x>>6&ones)
	letters := (v + 6*ones) >> 4 & ones // 1 in each byte where v is 10 or more
	if v&^(15*ones) != 0 || v+'0'*ones+('a'-'0'-10)*letters != x {
		return 0, false
	}
	v = (v<<4 | v>>8) & 0x00ff00ff00ff00ff
	v = (v<<8 | v>>16) & 0x0000ffff0000ffff
	return (v<<16 | v>>32) & 0xffffffff, true
}

// Text returns a UUID as Claude Code writes it.
func (u UUID) Text() string {
	var text [36]byte
	high, low := u.high, u.low
	at := len(text)
	for n := range 32 {
		if n == 12 || n == 16 || n == 20 || n == 24 {
			at--
			text[at] = '-'
		}
		at--
		text[at] = "0123456789abcdef"[low&15]
		low = low>>4 | high<<60
		high >>= 4
	}
	return string(text[:])
}
