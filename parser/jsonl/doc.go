// Package jsonl splits a stream of bytes into lines of JSON and records their positions in
// the file. It knows JSON, but not what the lines mean.
//
// [Reader] is the entry point: it splits what is written to it into lines or, if the file is one
// JSON document, into the objects of that ([Document]). [Lines] is push-based: Write accepts chunks
// of any size and whole lines are emitted, the same ones for any chunking. [Repair] takes a line that is not one JSON object and finds
// the objects and the damage in it. [Object], [Array] and [Skip] walk over JSON text
// without building values, so a caller learns the position of a value and pays only for
// what it reads.
//
// The rules for damaged lines are those of FORMAT.md, "Line decoding".
package jsonl
