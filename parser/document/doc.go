// Package document writes sessions as documents for people: as Markdown, and as an HTML page without
// scripts.
//
// In: a session of a store, readers of its files, and what to show of it. Out: one text, written row by
// row, and a report of what is not in it. The rows are those of the viewer (package rows), with its
// filters and its numbers of prompts.
//
//	rows.List ──▶ walker ──▶ counter          first, to know what the head reports
//	                    └──▶ writer           then: markdownWriter, htmlWriter
//
// Invariants:
//
//   - Content cannot leave its place: whatever a text contains, the document has one heading of the
//     second level for each turn, no raw HTML, and no other links than http, https and mailto.
//   - Memory does not grow with the texts of the files: one row is read at a time. The list of rows is
//     made from the index.
//   - What cannot be read, or is left out, is counted in the head of the document.
package document
