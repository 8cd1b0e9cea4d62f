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
