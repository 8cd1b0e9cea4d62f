package parser

// Held is what a file's index is estimated to take.
func Held(f *File) int64 { return f.memory() }

// Probes is how many places of a file's tables are looked at, on average, to find one
// of their entries.
func Probes(f *File) float64 {
	looked, entries := 0, 0
	count := func(p *hashIndex, hash func(int32) uint64) {
		for at, s := range p.slots {
			if s != 0 {
				looked += 1 + int((uint64(at)-hash(^s))&uint64(len(p.slots)-1))
				entries++
			}
		}
	}
	count(&f.byUUID, func(i int32) uint64 { return f.bounds.seeds.hash(f.Records.At(i).UUID) })
	count(&f.byMessage, f.messageHash)
	count(&f.byCall, func(i int32) uint64 { return f.bounds.seeds.of(f.idents.bytes(f.Calls.At(i).ID)) })
	return float64(looked) / float64(max(1, entries))
}
