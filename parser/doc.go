// Package parser turns the records of Claude Code transcripts into sessions:
// messages, tool calls, turns, agents, branches and usage.
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
// What it keeps is an index. A [Record] says where its line stands in the file,
// a [Block] where its words stand in the line; whoever shows them reads these
// bytes again. Each [File] is indexed on its own; what ties files together
// (agents, sessions, usage) is settled by the [Session] over them.
//
// Nothing in a file is an error. What is odd becomes a [Diagnostic].
package parser
