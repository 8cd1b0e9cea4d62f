package transcript

import "unspool/parser/internal/table"

// Name returns the text of a Name of this file's index.
func (f *File) Name(n table.Name) string { return f.x.name(n) }

// Types counts the records by type.
func (f *File) Types() map[string]int {
	types := map[string]int{}
	for name, n := range f.x.types {
		if n > 0 {
			types[f.x.names.Text(table.Name(name))] = n
		}
	}
	return types
}

// UUID returns the UUID of a record as it is written, "" for none.
func (f *File) UUID(index int32) string { return f.UUIDText(f.Records.At(index).UUID) }

// UUIDText returns the text of a UUID of this file, "" for none.
func (f *File) UUIDText(u table.UUID) string { return f.x.uuidText(u) }

// UUIDOf returns the UUID for a text, in the form in which the files of a store hold it.
func (f *File) UUIDOf(text string) table.UUID { return f.x.seeds.UUID([]byte(text)) }

// IDBytes returns the text of an ID of this file. The slice is valid as long as the index.
func (f *File) IDBytes(id table.Ident) []byte { return f.x.idents.Bytes(id) }

// Ident returns the text of an ID of this file.
func (f *File) Ident(id table.Ident) string { return string(f.x.idents.Bytes(id)) }

// Lookup returns the record with the given UUID. If the record was written several times, it
// returns the last one. The second result is false if there is none.
func (f *File) Lookup(uuid string) (int32, bool) {
	at := f.x.find(f.x.seeds.UUID([]byte(uuid)))
	if at == None {
		return None, false
	}
	return f.x.latest(at), true
}

// FindCall returns the call with an ID. The second result is false if there is none.
func (f *File) FindCall(id string) (int32, bool) {
	at := f.x.findCall([]byte(id))
	return at, at != None
}

// ParentOf returns the record that a record names as its parent. If several records have that UUID,
// it returns the one that is shown. The second result is false if there is no parent.
func (f *File) ParentOf(index int32) (int32, bool) {
	at := f.Records.At(index).Parent
	if at == None {
		return None, false
	}
	if at = f.x.latest(f.x.node(at)); f.x.node(at) == f.x.node(index) {
		return None, false // it was written again, in another shape
	}
	return at, true
}

// ChildrenOf returns the first records that name a record as their parent, at most the given
// number, and counts the others. It visits all records of the file.
func (f *File) ChildrenOf(index int32, most int) (list []int32, more int) {
	node := f.x.node(index)
	if f.x.latest(node) != index {
		return nil, 0
	}
	for i := range f.Records.Len() {
		p := f.Records.At(i).Parent
		if p != node && p != index || f.x.node(i) == node {
			continue
		}
		if len(list) < most {
			list = append(list, i)
		} else {
			more++
		}
	}
	return list, more
}

// Deltas returns the blocks that continue a block; usually there are none.
func (f *File) Deltas(block int32) []Delta { return f.x.deltas[block] }
