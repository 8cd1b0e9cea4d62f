// Package tables writes sessions as tables for analysis: sessions, turns, responses, tool calls and file
// changes, as Parquet, CSV or NDJSON, for one session or an archive of any size.
//
// In: finished stores, one after the other, and their files. Out: one file for each table or, partitioned,
// one for each table, project and month, and a manifest that counts what was written and left out.
// Invariants: the rows of a session have its id, and the turn, agent and path in a row are those of another
// table; each response, call and turn has one row, in the session that it counts for; usage and cost add up
// to those of [view.Summarize]; the output depends on the input only; and the memory that a [Writer] takes
// does not grow with the number of sessions.
package tables
