// Package jsonl turns a stream of bytes into lines of JSON with their place in
// the file. It knows JSON, not what the lines mean.
//
// [Lines] is pushed: chunks of any size go in by Write, whole lines come out,
// the same for any chunking. [Repair] takes a line that is not one JSON object
// and finds the objects and the damage in it. [Object], [Array] and [Skip] walk
// over JSON text without building values, so that a caller learns where a value
// stands and pays only for what it reads.
//
// The rules for damaged lines are those of FORMAT.md, "Line decoding".
package jsonl
