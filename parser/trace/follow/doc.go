// Package follow sends the turns of sessions to a receiver of traces, each once it is complete, and records
// in a state file what was sent.
//
// In: folders or files of transcripts, which may grow, shrink, be replaced, and get further files. Out: each
// turn once, to a function that sends it, such as [unspool/parser/trace/otlphttp.Sender.Deliver].
//
// A turn is complete when a later one began, or when the response ended and nothing was added for some time.
// A turn with agents is complete when these ended, too. A turn that was begun and never ended, because
// Claude Code was killed, is sent after a long time without changes.
//
// A turn counts as sent when the receiver acknowledged it. It is then in a journal beside the state file, until the
// state is saved. After a crash, only a turn whose request was under way is sent again. It has the same trace
// and span ids, so that receivers that store spans by their ids have it once.
//
// Memory: the files are the queue. One turn is sent at a time, so while the receiver is busy, nothing is
// read. Files that are related, because one continues or copies another, are read together; the
// index of a few such groups is kept, those that changed last.
package follow
