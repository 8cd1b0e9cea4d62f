// Package body builds the expanded content of rows.
//
// In: the key of a row in a [rows.List]. Out: a [protocol.Body], the parts of the row's records,
// at first with the beginnings of long texts; [Reader.Text] returns the full texts. Invariant:
// nothing is kept, each request reads the records again.
package body
