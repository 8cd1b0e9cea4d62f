package parser

// Held is what a file's index is estimated to take.
func Held(f *File) int64 { return f.memory() }

// Probes is how many places of a file's tables are looked at, on average, to find one
// of their entries.
func Probes(f *File) float64 {
	seeds := &f.bounds.seeds
	looked := f.byUUID.Probes(func(i int32) uint64 { return seeds.HashUUID(f.Records.At(i).UUID) }) +
		f.byMessage.Probes(f.messageHash) +
		f.byCall.Probes(func(i int32) uint64 { return seeds.Hash(f.idents.Bytes(f.Calls.At(i).ID)) })
	entries := f.byUUID.Len() + f.byMessage.Len() + f.byCall.Len()
	return float64(looked) / float64(max(1, entries))
}
