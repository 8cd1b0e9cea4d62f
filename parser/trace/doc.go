// Package trace writes sessions as traces: for OpenTelemetry, with the attributes of its GenAI conventions
// and of Langfuse, and as trace events of Chrome, which Perfetto and speedscope open.
//
// In: a session with its index, and its files. Out: one trace for each turn with a reply, with a span for
// the turn, one for each response of the model in it, one for each tool call in these, and one for each
// agent in its call. Invariants: the ids of a turn depend on the session only, so that a turn that is
// sent twice is the same trace; a span begins within its parent, and can end after it: results come
// while the model goes on, and agents work in the background; no span has a time outside of the recorded
// ones; the usage of each response is on one span only.
package trace
