package transcript

import (
	"unspool/parser/internal/table"
)

// UUID returns the UUID of a record as it is written, "" for none.
func (f *index) UUID(index int32) string { return f.UUIDText(f.Records.At(index).UUID) }

func (f *index) UUIDText(u table.UUID) string {
	switch {
	case u.None():
		return ""
	case u.IsHash():
		return f.invalidUUIDs[u]
	}
	return u.Text()
}

// uuid returns the UUID for a text that the index keeps.
func (f *index) uuid(text []byte) table.UUID {
	u := f.seeds.UUID(text)
	if u.IsHash() {
		if _, known := f.invalidUUIDs[u]; !known {
			if f.invalidUUIDs == nil {
				f.invalidUUIDs = map[table.UUID]string{}
			}
			f.invalidUUIDs[u] = string(text)
			f.invalidUUIDBytes += int64(len(text))
		}
	}
	return u
}

// UUIDOf returns the UUID for a text, in the form in which the files of a store hold it.
func (f *index) UUIDOf(text string) table.UUID { return f.seeds.UUID([]byte(text)) }

// find returns the Record that represents a UUID in the graph, -1 for none.
func (f *index) find(u table.UUID) int32 {
	if u.None() {
		return None
	}
	at := f.byUUID.Find(f.seeds.HashUUID(u), func(i int32) bool { return f.Records.At(i).UUID == u })
	if at == None {
		return None
	}
	return f.node(at)
}

// registerUUID registers a record for its UUID, replacing any earlier one.
func (f *index) registerUUID(index int32) {
	u := f.Records.At(index).UUID
	hash := f.seeds.HashUUID(u)
	if f.byUUID.Replace(hash, index, func(i int32) bool { return f.Records.At(i).UUID == u }) {
		return
	}
	f.byUUID.Put(hash, index, func(i int32) uint64 { return f.seeds.HashUUID(f.Records.At(i).UUID) })
}
