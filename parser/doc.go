// Package parser turns the records of Claude Code transcripts into sessions:
// messages, tool calls, turns, agents, branches and usage. FORMAT.md in this
// folder describes the format and how it is interpreted; comments cite its sections.
//
// A [Store] takes files in chunks, in any order, and can be queried at any time:
//
//	store := parser.NewStore()
//	file := store.Open("project/session.jsonl", size)
//	io.Copy(file, r)
//	file.Close()
//	store.Finish()
//	for session := range store.Sessions() { … }
//
// The names of the files matter: they distinguish an agent's file from a main file
// and link it to its session. [unspool/parser/folder] does all of this for a folder.
//
// A file that grows is written to again after its Close, from the offset that
// [File.Resume] returns; [File.Committed] returns how much of it is complete.
// [ReadPreview] reads only the ends of a file, for a list.
//
// # Sessions
//
// A [Session] is a main [Conversation] with its files and its agents, which have
// conversations of their own. A conversation is a list of items in the order of
// the file ([Item]: a prompt, a text, a tool call …) and the turns that they form
// ([Turn]: a driver and all items that follow until the next driver). A [ToolCall]
// is a call with its result, a [Message] one API response with its usage.
//
// # An index without contents
//
// The parser keeps an index of less than 400 bytes a record, and no contents. A
// [Record] holds the position of its line in the file, a [Block] the position of its
// text in the line; to show them, read these bytes again, as the package
// [unspool/parser/view] does. All links are indexes into the slices of the [File],
// -1 for none. Times are milliseconds since 1970, 0 if unknown; sizes and offsets
// are bytes; lines count from 1.
//
// # Irregularities
//
// Nothing in a file is an error. An irregularity becomes a [Diagnostic] and affects
// only itself, and a [Ledger] accounts for each byte of a file.
//
// A Store and everything it returns must be used by one goroutine at a time.
package parser
