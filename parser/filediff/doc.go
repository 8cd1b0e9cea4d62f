// Package filediff combines the many edits of a file into one change. A [History] records what
// is known of a file, edit after edit: a whole content, a patch, or some lines that were
// read. At any time it can return the change from the first content to the last, even if
// only parts of the file are known.
//
// Lines include their line ends: "a\n". Only the last line of a file can lack one.
package filediff
