// Package patch makes one change of the many that a file went through. A
// [History] is told what is known of a file, edit after edit: a whole content, a
// patch, some lines that somebody read. At any moment it tells the change from
// the first content to the last, also where only parts of the file are known.
//
// Lines have their ends: "a\n"; only the last line of a file can lack it.
package patch
