package parser

// An Ident is where an id stands among those that a file keeps; the zero Ident is
// none. A string would take 16 bytes more, and make the collector look at each.
type Ident uint32

// idArena keeps ids behind each other, each with its length before it.
type idArena struct {
	chunks [][]byte
	size   int64
}

const (
	identBits  = 16 // of the place in a chunk
	identChunk = 1 << identBits
	maxIdent   = 1 << 10 // longer ones are cut: see record.MaxID
)

// keep adds an id.
func (x *idArena) keep(id []byte) Ident {
	if len(id) == 0 {
		return 0
	}
	id = id[:min(len(id), maxIdent)]
	last := len(x.chunks) - 1
	if last < 0 || len(x.chunks[last])+2+len(id) > identChunk {
		var chunk []byte
		if last >= 0 { // a small file has one that is not full
			chunk = make([]byte, 0, identChunk)
		} else {
			chunk = append(chunk, 0) // no id stands at 0
		}
		x.chunks = append(x.chunks, chunk)
		last++
	}
	at := Ident(last<<identBits | len(x.chunks[last]))
	x.chunks[last] = append(append(x.chunks[last], byte(len(id)), byte(len(id)>>8)), id...)
	x.size += int64(len(id)) + 2
	return at
}

// bytes gives an id, good as long as the index is.
func (x *idArena) bytes(id Ident) []byte {
	if id == 0 {
		return nil
	}
	b := x.chunks[id>>identBits][id&(identChunk-1):]
	n := int(b[0]) | int(b[1])<<8
	return b[2 : 2+n : 2+n]
}

// Ident gives the text of an id of this file.
func (f *File) Ident(id Ident) string { return string(f.idents.bytes(id)) }

// hashIndex finds the entries of a table by their hashes: each stands where its hash
// says, or in the first free place behind. It takes 4 bytes for a place, where a map
// by texts takes 40 for an entry.
type hashIndex struct {
	slots []int32 // ^index; 0 is free
	n     int
}

// slot is where the entry is, or would be; nil before there are any.
func (p *hashIndex) slot(hash uint64, is func(index int32) bool) *int32 {
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

// find gives the entry that is meant, -1 for none.
func (p *hashIndex) find(hash uint64, is func(index int32) bool) int32 {
	if s := p.slot(hash, is); s != nil {
		return ^*s // of a free place this is none
	}
	return none
}

// put adds an entry; of tells the hash of each, when they have to move.
func (p *hashIndex) put(hash uint64, index int32, of func(index int32) uint64) {
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

func (p *hashIndex) fill(hash uint64, s int32) {
	for ; ; hash++ {
		if to := &p.slots[hash&uint64(len(p.slots)-1)]; *to == 0 {
			*to = s
			return
		}
	}
}
