package transcript

import (
	"unspool/parser/internal/table"
	"unspool/parser/record"
)

// Tables hold the records of a file and the links between them. All links are indexes into the
// tables, -1 for none:
//
//	Record ── First, Blocks ──▶ Block ── Call ──▶ ToolCall
//	   ├───── Message ────────▶ Message           Use, Result ──▶ Record
//	   ├───── Parent ─────────▶ Record            UseBlock, ResultBlk ──▶ Block
//	   └───── Conv, Item ─────▶ Conversation.Items
//
// A Record has the offset of its line in the file, a Block the span of its text in the line: the
// contents are read again from there. Entries are never moved or removed, except for the damage at
// the end of a file that grows.
type Tables struct {
	Records  table.Table[Record]
	Blocks   table.Table[Block]
	Messages table.Table[Message]
	Calls    table.Table[ToolCall]

	Relays     []Relay
	Advice     map[int32][]record.AdvisorUsage // by Message
	AgentStats map[int32]AgentStats            // by Call
	Others     map[string]int                  // blocks of no known [record.Kind], by type; nil for none
}

// An index holds the tables of a file and finds their entries by ID.
type index struct {
	Tables

	names  table.Names
	idents table.IDs
	seeds  *table.Seeds // of the store
	types  []int        // number of records by type, a Name

	byUUID           table.HashIndex       // the first Record with each UUID, or the one that replaced it
	newest           int32                 // Record that was added to byUUID last and is its own node
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

func newIndex(seeds *table.Seeds) *index {
	return &index{seeds: seeds, newest: None, logical: map[int32]int32{}}
}

// call returns the call with an ID, or adds one without a use.
func (x *index) call(id []byte) int32 {
	hash := x.seeds.Hash(id)
	if at := x.callAt(hash, id); at != None {
		return at
	}
	at := x.Calls.Len()
	x.Calls.Add(ToolCall{ID: x.idents.Keep(id), Use: None, UseBlock: None,
		Result: None, ResultBlk: None, Turn: None, Conv: None})
	if len(id) > 0 {
		x.byCall.Put(hash, at, func(i int32) uint64 { return x.seeds.Hash(x.idents.Bytes(x.Calls.At(i).ID)) })
	}
	return at
}

func (x *index) findCall(id []byte) int32 { return x.callAt(x.seeds.Hash(id), id) }

func (x *index) callAt(hash uint64, id []byte) int32 {
	if len(id) == 0 {
		return None
	}
	return x.byCall.Find(hash, func(i int32) bool { return string(x.idents.Bytes(x.Calls.At(i).ID)) == string(id) })
}

// isMessage reports whether a message has the given ID and request.
func (x *index) isMessage(at int32, id, request []byte) bool {
	m := x.Messages.At(at)
	return string(x.idents.Bytes(m.ID)) == string(id) && string(x.idents.Bytes(m.Request)) == string(request)
}

// findMessage returns the response that an ID was first seen with, -1 for none.
func (x *index) findMessage(id []byte) int32 {
	if len(id) == 0 {
		return None
	}
	return x.firstOf(x.seeds.Hash(id), id)
}

func (x *index) firstOf(hash uint64, id []byte) int32 {
	return x.byMessage.Find(hash, func(i int32) bool {
		m := x.Messages.At(i)
		return !m.taken && string(x.idents.Bytes(m.ID)) == string(id)
	})
}

func (x *index) messageHash(at int32) uint64 {
	m := x.Messages.At(at)
	if m.taken {
		return x.seeds.HashBoth(x.idents.Bytes(m.ID), x.idents.Bytes(m.Request))
	}
	return x.seeds.Hash(x.idents.Bytes(m.ID))
}

// node returns the record that represents this one in the graph.
func (x *index) node(index int32) int32 {
	if first, ok := x.nodes[index]; ok {
		return first
	}
	return index
}

// latest returns the record that holds the content of a node.
func (x *index) latest(node int32) int32 {
	if again := x.repeats[node]; len(again) > 0 {
		return again[len(again)-1]
	}
	return node
}

func (x *index) count(name table.Name) {
	if n := int(name) + 1 - len(x.types); n > 0 {
		x.types = append(x.types, make([]int, n)...)
	}
	x.types[name]++
}

// name returns the text of a Name of this file's index.
func (x *index) name(n table.Name) string { return x.names.Text(n) }

// uuidText returns the text of a UUID of this file, "" for none.
func (x *index) uuidText(u table.UUID) string {
	switch {
	case u.None():
		return ""
	case u.IsHash():
		return x.invalidUUIDs[u]
	}
	return u.Text()
}

// uuid returns the UUID for a text that the index keeps.
func (x *index) uuid(text []byte) table.UUID {
	u := x.seeds.UUID(text)
	if u.IsHash() {
		if _, known := x.invalidUUIDs[u]; !known {
			if x.invalidUUIDs == nil {
				x.invalidUUIDs = map[table.UUID]string{}
			}
			x.invalidUUIDs[u] = string(text)
			x.invalidUUIDBytes += int64(len(text))
		}
	}
	return u
}

// find returns the Record that represents a UUID in the graph, -1 for none.
func (x *index) find(u table.UUID) int32 {
	if u.None() {
		return None
	}
	at := x.byUUID.Find(x.seeds.HashUUID(u), func(i int32) bool { return x.Records.At(i).UUID == u })
	if at == None {
		return None
	}
	return x.node(at)
}

// registerUUID registers a record for its UUID, replacing any earlier one.
func (x *index) registerUUID(index int32) {
	x.newest = index
	u := x.Records.At(index).UUID
	hash := x.seeds.HashUUID(u)
	if x.byUUID.Replace(hash, index, func(i int32) bool { return x.Records.At(i).UUID == u }) {
		return
	}
	x.byUUID.Put(hash, index, func(i int32) uint64 { return x.seeds.HashUUID(x.Records.At(i).UUID) })
}

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
