package transcript

import (
	"unspool/parser/internal/table"
	"unspool/parser/record"
)

// An index holds what is known about the records of a file, and finds it by ID. All links are
// indexes into its tables, -1 for none:
//
//	Record ── First, Blocks ──▶ Block ── Call ──▶ ToolCall
//	   ├───── Message ────────▶ Message           Use, Result ──▶ Record
//	   ├───── Parent ─────────▶ Record            UseBlock, ResultBlk ──▶ Block
//	   └───── Conv, Item ─────▶ Conversation.Items
//
// A Record has the offset of its line in the file, a Block the span of its text in the line: the
// contents are read again from there. Entries are never moved or removed, except for the damage at
// the end of a file that grows.
type index struct {
	Records  table.Table[Record]
	Blocks   table.Table[Block]
	Messages table.Table[Message]
	Calls    table.Table[ToolCall]

	Relays     []Relay
	Advice     map[int32][]record.AdvisorUsage // by Message
	AgentStats map[int32]AgentStats            // by Call
	Others     map[string]int                  // blocks of no known [record.Kind], by type; nil for none

	names  table.Names
	idents table.IDs
	seeds  *table.Seeds // of the store
	types  []int        // number of records by type, a Name

	byUUID           table.HashIndex       // the first Record with each UUID, or the one that replaced it
	invalidUUIDs     map[table.UUID]string // texts of IDs that are not UUIDs
	invalidUUIDBytes int64                 // length of these texts
	repeats          map[int32][]int32     // Records that were written again, by the first one; the last holds the content
	nodes            map[int32]int32       // the inverse of repeats
	byMessage        table.HashIndex
	byCall           table.HashIndex
	results          int               // distinct IDs of tool results
	logical          map[int32]int32   // logical parents of compactions
	deltas           map[int32][]Delta // continuations of Blocks that arrived in pieces
}

func newIndex(seeds *table.Seeds) index { return index{seeds: seeds, logical: map[int32]int32{}} }

// call returns the call with an ID, or adds one without a use.
func (f *index) call(id []byte) int32 {
	hash := f.seeds.Hash(id)
	if at := f.callAt(hash, id); at != None {
		return at
	}
	at := f.Calls.Len()
	f.Calls.Add(ToolCall{ID: f.idents.Keep(id), Use: None, UseBlock: None,
		Result: None, ResultBlk: None, Turn: None, Conv: None})
	if len(id) > 0 {
		f.byCall.Put(hash, at, func(i int32) uint64 { return f.seeds.Hash(f.idents.Bytes(f.Calls.At(i).ID)) })
	}
	return at
}

// FindCall returns the call with an ID, -1 if there is none.
func (f *index) FindCall(id string) int32 { return f.findCall([]byte(id)) }

func (f *index) findCall(id []byte) int32 { return f.callAt(f.seeds.Hash(id), id) }

func (f *index) callAt(hash uint64, id []byte) int32 {
	if len(id) == 0 {
		return None
	}
	return f.byCall.Find(hash, func(i int32) bool { return string(f.idents.Bytes(f.Calls.At(i).ID)) == string(id) })
}

// isMessage reports whether a message has the given ID and request.
func (f *index) isMessage(at int32, id, request []byte) bool {
	m := f.Messages.At(at)
	return string(f.idents.Bytes(m.ID)) == string(id) && string(f.idents.Bytes(m.Request)) == string(request)
}

// findMessage returns the response that an ID was first seen with, -1 for none.
func (f *index) findMessage(id []byte) int32 {
	if len(id) == 0 {
		return None
	}
	return f.firstOf(f.seeds.Hash(id), id)
}

func (f *index) firstOf(hash uint64, id []byte) int32 {
	return f.byMessage.Find(hash, func(i int32) bool {
		m := f.Messages.At(i)
		return !m.taken && string(f.idents.Bytes(m.ID)) == string(id)
	})
}

func (f *index) messageHash(at int32) uint64 {
	m := f.Messages.At(at)
	if m.taken {
		return f.seeds.HashBoth(f.idents.Bytes(m.ID), f.idents.Bytes(m.Request))
	}
	return f.seeds.Hash(f.idents.Bytes(m.ID))
}

// node returns the record that represents this one in the graph.
func (f *index) node(index int32) int32 {
	if first, ok := f.nodes[index]; ok {
		return first
	}
	return index
}

// latest returns the record that holds the content of a node.
func (f *index) latest(node int32) int32 {
	if again := f.repeats[node]; len(again) > 0 {
		return again[len(again)-1]
	}
	return node
}

func (f *index) count(name table.Name) {
	if n := int(name) + 1 - len(f.types); n > 0 {
		f.types = append(f.types, make([]int, n)...)
	}
	f.types[name]++
}

// Types counts the records by type.
func (f *index) Types() map[string]int {
	types := map[string]int{}
	for name, n := range f.types {
		if n > 0 {
			types[f.names.Text(table.Name(name))] = n
		}
	}
	return types
}

// Name returns the text of a Name of this file's index.
func (f *index) Name(n table.Name) string { return f.names.Text(n) }

// IDBytes returns the text of an ID of this file. The slice is valid as long as the index.
func (f *index) IDBytes(id table.Ident) []byte { return f.idents.Bytes(id) }

// Ident returns the text of an ID of this file.
func (f *index) Ident(id table.Ident) string { return string(f.idents.Bytes(id)) }

// ParentOf returns the record that a record names as its parent, -1 for none. If several records
// have that UUID, it returns the one that is shown.
func (f *index) ParentOf(index int32) int32 {
	at := f.Records.At(index).Parent
	if at == None {
		return None
	}
	if at = f.latest(f.node(at)); f.node(at) == f.node(index) {
		return None // it was written again, in another shape
	}
	return at
}

// ChildrenOf returns the first records that name a record as their parent, at most the given
// number, and counts the others. It visits all records of the file.
func (f *index) ChildrenOf(index int32, most int) (list []int32, more int) {
	node := f.node(index)
	if f.latest(node) != index {
		return nil, 0
	}
	for i := range f.Records.Len() {
		p := f.Records.At(i).Parent
		if p != node && p != index || f.node(i) == node {
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

// IsRetracted reports whether a record's items were folded away.
func (f *index) IsRetracted(index int32) bool {
	class := f.Records.At(index).Class
	return class == ClassDuplicate || class == ClassRetracted
}

// Deltas returns the blocks that continue a block; usually there are none.
func (f *index) Deltas(block int32) []Delta { return f.deltas[block] }

// Lookup returns the record with the given UUID, or -1 if there is none. If the record was written
// several times, it returns the last one.
func (f *index) Lookup(uuid string) int32 {
	if at := f.find(f.seeds.UUID([]byte(uuid))); at != None {
		return f.latest(at)
	}
	return None
}

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
