// Package shape tells the form of transcripts without a word of their content:
// which records, keys and kinds of values occur, and how often. A report can be
// pasted into a public bug report.
//
// What may be said is decided by one list, words.txt: the format's own words. A
// key or kind that is not in it is named only if it is put together from the
// pieces of those words ("totalAgentCount"), else it is "*" or "other". Texts,
// numbers and names are never said, only that they are there.
package shape
