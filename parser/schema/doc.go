// Package schema reports the form of transcripts without any of their content: which
// records, keys and kinds of values occur, and how often. A report can be pasted into a
// public bug report.
//
// One list, words.txt, decides what a report may contain: the format's own words. A key or
// kind that is not in the list is named only if it is composed of pieces of those words
// ("totalAgentCount"); otherwise it is "*" or "other". A report never contains texts,
// numbers and names, only that they exist.
package schema
