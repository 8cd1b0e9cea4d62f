package table

// An Ident is the position of an ID among those that a file keeps; the zero Ident is none. A string
// would take 16 more bytes, and the garbage collector would have to scan each.
type Ident uint32

// An IDs stores IDs one after the other, each preceded by its length.
type IDs struct {
	chunks [][]byte
	size   int64
}

const (
	identBits  = 16 // bits of the position in a chunk
	identChunk = 1 << identBits
	maxIdent   = 1 << 10 // longer ones are truncated: see record.MaxID
)

// Keep stores an ID.
func (x *IDs) Keep(id []byte) Ident {
	if len(id) == 0 {
		return 0
	}
	id = id[:min(len(id), maxIdent)]
	last := len(x.chunks) - 1
	if last < 0 || len(x.chunks[last])+2+len(id) > identChunk {
		var chunk []byte
		if last >= 0 { // the only chunk of a small file is not full
			chunk = make([]byte, 0, identChunk)
		} else {
			chunk = append(chunk, 0) // so that no ID has position 0
		}
		x.chunks = append(x.chunks, chunk)
		last++
	}
	at := Ident(last<<identBits | len(x.chunks[last]))
	x.chunks[last] = append(append(x.chunks[last], byte(len(id)), byte(len(id)>>8)), id...)
	x.size += int64(len(id)) + 2
	return at
}

// Bytes returns an ID. The slice is valid as long as the index.
func (x *IDs) Bytes(id Ident) []byte {
	if id == 0 {
		return nil
	}
	b := x.chunks[id>>identBits][id&(identChunk-1):]
	n := int(b[0]) | int(b[1])<<8
	return b[2 : 2+n : 2+n]
}

// Size returns the number of bytes that the IDs take.
func (x *IDs) Size() int64 { return x.size }

// A HashIndex finds the entries of a table by their hashes, with linear probing: each entry is at
// the slot of its hash, or in the first free slot after it. A slot takes 4 bytes, whereas a map
// keyed by strings takes 40 for an entry.
type HashIndex struct {
	slots []int32 // ^index; 0 is free
	n     int
}

// Len returns the number of entries.
func (p *HashIndex) Len() int { return p.n }

// Size returns the number of bytes that the slots take.
func (p *HashIndex) Size() int64 { return 4 * int64(len(p.slots)) }

// slot returns the slot that holds the entry or would hold it; nil if the index is empty.
func (p *HashIndex) slot(hash uint64, is func(index int32) bool) *int32 {
	if p.n == 0 {
		return nil
	}
	for at := hash; ; at++ {
		s := &p.slots[at&uint64(len(p.slots)-1)]
		if *s == 0 || is(^*s) {
			return s
		}
	}
}

// Find returns the matching entry, or -1 if there is none.
func (p *HashIndex) Find(hash uint64, is func(index int32) bool) int32 {
	if s := p.slot(hash, is); s != nil {
		return ^*s // -1 for a free slot
	}
	return -1
}

// Put adds an entry. of returns the hash of an entry that has to move.
func (p *HashIndex) Put(hash uint64, index int32, of func(index int32) uint64) {
	if 4*p.n >= 3*len(p.slots) {
		old := p.slots
		p.slots = make([]int32, max(16, 2*len(old)))
		for _, s := range old {
			if s != 0 {
				p.fill(of(^s), s)
			}
		}
	}
	p.fill(hash, ^index)
	p.n++
}

// Replace makes the slot of the matching entry refer to another one. It reports whether there was
// a matching entry.
func (p *HashIndex) Replace(hash uint64, index int32, is func(index int32) bool) bool {
	s := p.slot(hash, is)
	if s == nil || *s == 0 {
		return false
	}
	*s = ^index
	return true
}

func (p *HashIndex) fill(hash uint64, s int32) {
	for ; ; hash++ {
		if to := &p.slots[hash&uint64(len(p.slots)-1)]; *to == 0 {
			*to = s
			return
		}
	}
}
