package parser

import (
	"encoding/binary"
	"hash/maphash"
	"math/bits"
)

// A UUID is what a record is named by, in 16 bytes: as text it took four times as
// many. The zero value is none. What is no uuid as Claude Code writes them is a hash,
// with its text aside: [File.UUID] gives the text of either.
type UUID struct{ high, low uint64 }

// None says that the record has no uuid.
func (u UUID) None() bool { return u == UUID{} }

// The highest bits of the lower half are 10 in all uuids that are made today; other
// bits there mark a hash.
const (
	variant = 0b10
	hashed  = 0b01
)

// hashSeeds make hashes that nobody who writes a file can foresee.
type hashSeeds struct {
	text, again maphash.Seed
	high, low   uint64
}

func newSeeds() hashSeeds {
	s := hashSeeds{text: maphash.MakeSeed(), again: maphash.MakeSeed()}
	s.high, s.low = maphash.String(s.text, "high"), maphash.String(s.text, "low")
	return s
}

// uuid gives the UUID of a text.
func (s *hashSeeds) uuid(text []byte) UUID {
	if len(text) == 0 {
		return UUID{}
	}
	if u, ok := parseUUID(text); ok && u.low>>62 == variant {
		return u
	}
	return UUID{maphash.Bytes(s.text, text), maphash.Bytes(s.again, text)>>2 | hashed<<62}
}

// of is the hash of a text; that of none is 0.
func (s *hashSeeds) of(text []byte) uint64 {
	if len(text) == 0 {
		return 0
	}
	return maphash.Bytes(s.text, text)
}

func (s *hashSeeds) ofBoth(a, b []byte) uint64 { return s.of(a) ^ 3*s.of(b) }

// hash mixes the halves, which whoever writes a file can choose, with what is not
// known there.
func (s *hashSeeds) hash(u UUID) uint64 {
	high, low := bits.Mul64(u.high^s.high, u.low^s.low)
	return high ^ low
}

// parseUUID reads 8-4-4-4-12 digits, eight at once: each record has two. Capitals are
// refused: they would not be given back as they were.
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

// hex8 gives the value of eight hexadecimal digits, of which the first is the lowest
// byte; false where one is none.
func hex8(x uint64) (uint64, bool) {
	const ones = 0x0101010101010101
	v := x&(15*ones) + 9*(x>>6&ones)
	letters := (v + 6*ones) >> 4 & ones // where v is 10 or more
	if v&^(15*ones) != 0 || v+'0'*ones+('a'-'0'-10)*letters != x {
		return 0, false
	}
	v = (v<<4 | v>>8) & 0x00ff00ff00ff00ff
	v = (v<<8 | v>>16) & 0x0000ffff0000ffff
	return (v<<16 | v>>32) & 0xffffffff, true
}

func (u UUID) text() string {
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

// UUID gives the uuid of a record as it is written, "" for none.
func (f *File) UUID(index int32) string { return f.textOf(f.Records.At(index).UUID) }

func (f *File) textOf(u UUID) string {
	switch {
	case u.None():
		return ""
	case u.low>>62 == hashed:
		return f.invalidUUIDs[u]
	}
	return u.text()
}

// uuid gives the UUID of a text that the index keeps.
func (f *File) uuid(text []byte) UUID {
	u := f.bounds.seeds.uuid(text)
	if u.low>>62 == hashed {
		if _, known := f.invalidUUIDs[u]; !known {
			if f.invalidUUIDs == nil {
				f.invalidUUIDs = map[UUID]string{}
			}
			f.invalidUUIDs[u] = string(text)
			f.invalidUUIDBytes += int64(len(text))
		}
	}
	return u
}

// find gives the Record that stands for a uuid in the graph, -1 for none.
func (f *File) find(u UUID) int32 {
	if u.None() {
		return none
	}
	at := f.byUUID.find(f.bounds.seeds.hash(u), func(i int32) bool { return f.Records.At(i).UUID == u })
	if at == none {
		return none
	}
	return f.node(at)
}

// registerUUID lets a record stand for its uuid, in the place of the one before it.
func (f *File) registerUUID(index int32) {
	u := f.Records.At(index).UUID
	hash := f.bounds.seeds.hash(u)
	s := f.byUUID.slot(hash, func(i int32) bool { return f.Records.At(i).UUID == u })
	if s != nil && *s != 0 {
		*s = ^index
		return
	}
	f.byUUID.put(hash, index, func(i int32) uint64 { return f.bounds.seeds.hash(f.Records.At(i).UUID) })
}
