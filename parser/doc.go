// Package parser turns the records of Claude Code transcripts into sessions:
// messages, tool calls, turns, agents, branches and usage. FORMAT.md beside it
// describes the format and what is made of it; comments cite its topics.
//
// A [Store] takes files in chunks, in any order, and answers at every moment:
//
//	store := parser.NewStore()
//	file := store.Open("project/session.jsonl", size)
//	io.Copy(file, r)
//	file.Close()
//	store.Finish()
//	for session := range store.Sessions() { … }
//
// The names of the files matter: they tell an agent's file from a main one and
// tie it to its session. [unspool/parser/folder] does all of this for a folder.
//
// A file that grows is written to again after its Close, from where
// [File.Resume] says; [File.Committed] tells how much of it is complete.
// [ReadPreview] reads only the ends of a file, for a list.
//
// # What a session holds
//
// A [Session] is a main [Conversation] with its files and its agents, which have
// conversations of their own. A conversation is a list of items in the order of
// the file ([Item]: a prompt, a text, a tool call …) and the turns that they make
// up ([Turn]: a driver and all that follows until the next). A [ToolCall] is a
// call with its result, a [Message] one API response with what it used.
//
// # An index, no contents
//
// What is kept is an index, less than 400 bytes a record. A [Record] says where its
// line stands in the file, a [Block] where its words stand in the line; whoever
// shows them reads these bytes again, as the package [unspool/parser/view] does.
// All links are indexes into the slices of the [File], -1 for none. Times are
// milliseconds since 1970, 0 where none is known; sizes and offsets are bytes;
// lines count from 1.
//
// # What is odd
//
// Nothing in a file is an error. What is odd becomes a [Diagnostic] and costs no
// more than itself, and a [Ledger] says where each byte of a file went.
//
// A Store and all that it gives are for one goroutine at a time.
package parser
