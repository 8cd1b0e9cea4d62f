// Package session groups transcripts into sessions: which files belong together, which tool call
// started which agent, which sessions continue, fork or copy each other, and how often a response
// counts that several files repeat.
//
// In: a [Store] takes files, each an index of the package transcript, in chunks and in any order.
// Out: [Session]s with their agents, workflow runs, relations and usage. They can be read at any
// time; relations between sessions and copies of records are known once [Store.Finish] was called.
//
//	Store ── relink ──▶ sessions from main files                     store.go
//	            ├─ relations: copies, twins, continuations, forks    relations.go, copies.go
//	            ├─ files of agents and workflows to their sessions   assign.go
//	            ├─ agents to the calls that started them             link.go, teammates.go, workflow.go
//	            └─ responses to the one file where each counts       responses.go
//
// Invariants:
//   - A Session keeps its Place in the store while files are added to and grow.
//   - The result depends on the numbers of the files, not on the order in which they are read.
//   - Each agent is reachable from the main conversation, and only once: [AgentTree].
//   - Each API response counts at exactly one message of one file: [Session.Responses].
//   - The bytes of a file are accounted for exactly once: [Session.Ledger].
//
// The package leaves the index of a file as it is. Of a file's evidence it completes one field: the
// agent of a meta record that names none. Links and relations are rebuilt by relink whenever the
// revision of a file changes; the response index is updated with the new messages.
package session
