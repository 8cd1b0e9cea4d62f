// Package parser reads Claude Code transcripts: streams of bytes become records, sessions, and what
// a screen shows of them. This package is the map of the packages below it, and a facade that
// re-exports the types and functions that other programs need under one import path. FORMAT.md, in
// this folder, describes the format and how it is interpreted; comments cite its sections.
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
// The names of the files matter: they distinguish an agent's file from a main file and link it to
// its session. [unspool/parser/folder] does all of this for a folder. A file that grows is written
// to again after its Close, from the offset that [transcript.File.Resume] returns.
//
// # Data flow
//
//	bytes of a file
//	  │  jsonl         lines, spans of JSON values, repair of damaged lines
//	  ▼
//	records
//	  │  record        one line ──▶ Record: type, IDs, times, blocks, usage
//	  ▼
//	index of one file
//	  │  transcript    messages, tool calls, turns, branches, duplicates, ledger
//	  ▼
//	sessions
//	  │  session       files of one session, agents, relations, each response once
//	  ▼
//	what a screen shows
//	     view          rows, bodies, filter, search, panes; the contents are read again
//
// The index keeps no record, only positions and a few facts: to show a text, view reads its bytes
// again from the file, at the position that the index holds. It caches the last 16 pages of 128 KB,
// 2 MB in all, and for sequential reads one page of 1 to 8 MB: see [unspool/parser/view/source.Reader].
// The program in wasm/ hands the structs of view/protocol to the page.
//
// # Packages
//
// Imports point down this list only; TestImports enforces it.
//
//	wasm                        JavaScript API: decode a request, ask the viewer, encode the reply
//	parser/cmd/unspool          the command
//	parser/folder, tables       fs.FS ──▶ Store; sessions ──▶ tables
//	parser/view                 a Viewer answers the requests of a page
//	  view/inspect, find, changes, usage, timeline, outline    one package for each pane
//	  view/rows/body            the expanded content of rows
//	  view/rows                 rows
//	  view/records              records without a row of their own: hooks, progress, metadata
//	  view/tool                 one descriptor for each kind of tool
//	  view/content              parts of bodies
//	  view/source, cost         reads parts of files again, through a cache; sums of usage and prices
//	  view/internal/memo        caches of values that are derived from a session
//	  view/filter               which rows are kept
//	  view/protocol             the structs that cross to JavaScript
//	parser/schema               the form of records, for reports without content
//	parser                      this map
//	parser/session              many files ──▶ sessions
//	parser/transcript           one file ──▶ index
//	parser/internal/tags, sniff                              injected texts; types of foreign files
//	parser/sidecar, price, search                            the files beside a transcript; prices;
//	                            search in raw bytes
//	parser/record               line ──▶ Record
//	parser/jsonl                bytes ──▶ lines and spans
//	parser/filediff, internal/table, toolname, shell         diffs; tables of the index; names of tools;
//	                            what the exit status of a command says
//
// Tests share parser/testutil: sessions that are generated, hostile or damaged.
//
// # Terms
//
//   - A record is one JSON object of a transcript, usually a line of its own. A block is one piece of content in it: a text, a tool
//     use, a tool result.
//   - A message is one API response, merged from the records that share its ID.
//   - A tool call is a tool use paired with its result.
//   - A conversation is the main one of a file, or that of an agent. Its items are what a reader
//     sees, in the order of the file; a turn is a prompt (its driver) and all items up to the next.
//   - An agent is a sub-agent with a conversation of its own; an invocation of it is the part that one
//     call led to. A workflow run is a call that starts agents by a script.
//   - A branch is a part that a rewind abandoned. A copy is a range of records that came from another
//     session; a twin is a session that only holds copies.
//   - A sidecar is a file beside a transcript with facts about its session.
//   - The ledger accounts for every byte of a file. A diagnostic reports an irregularity: nothing in
//     a file is an error.
//
// All links are indexes into the tables of a [File], -1 for none. Times are milliseconds since 1970,
// 0 if unknown; sizes and offsets are bytes; lines count from 1. A Store and everything it returns
// must be used by one goroutine at a time.
package parser
