// Package sidecar reads the small files beside a transcript that describe its
// session: the meta file of an agent, the copy of a title, the file in which Cowork describes a
// session, the history of typed prompts, and the journal and snapshot of a workflow run. FORMAT.md
// describes them under "Layout by version", "Elsewhere under the root" and "Workflows".
//
// Bytes come in, a struct with copies of the texts goes out. Nothing is an error: a member of an
// unexpected type counts as missing, and of a truncated file the members before the cut are read.
package sidecar
