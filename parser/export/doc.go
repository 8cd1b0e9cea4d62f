// Package export writes sessions in other forms: as transcripts that Claude Code can resume, without
// parts of them, and as messages of the API.
//
// In: a session with its index, and its files. Out: files, written record by record, so that an export
// needs no more memory than reading; and a report of what is in them and what was left out. Invariants:
// a record that is written keeps its bytes, except for ids and for what was left out of it; each parent
// that a written record names is written, too, or was not among the files; the beginning of each output
// counts what it lacks.
package export
