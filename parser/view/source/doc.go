// Package source reads what a screen shows from the files of a store: parts of records, the
// members of JSON objects, texts and images.
//
// The index of a [parser.File] has the position of a record or a part of it; a [Reader] returns its
// bytes. An [Object] finds the members of such bytes without decoding them, since most of
// them are long and few are shown. Positions of members come from package jsonl; short lists
// are decoded with fastjson.
//
// Nothing in a file is trusted: an incomplete value is ignored, and every text has a limit.
package source
