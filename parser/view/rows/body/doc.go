// Package body reads what rows open to.
//
// What comes in is the key of a row in a [rows.List]; what goes out is a [protocol.Body]: the
// parts of the row's records, at first with the beginnings of long texts. [Reader.Text] returns
// the full texts. Nothing is kept: each request reads the records again.
package body
