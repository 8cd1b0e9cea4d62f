// Package redact finds secrets and personal data in transcripts, and replaces them.
//
// A [Finder] reads records one by one and yields what it found. The caller decides which of these
// [Finding] values go, and collects them in [Values], which gives each one its placeholder. A
// [Replacer] copies transcripts with the values replaced, and checks what it writes: if a value is
// still there in any encoding that it knows, the copy fails with a [LeftError].
//
// In: the lines of files. Out: the same lines. Invariants: bytes that belong to no value stay as they
// are; the same value has the same placeholder everywhere, also in ids, so that records stay together; what the
// format itself defines, such as keys, types and times, is no value and never changes. A line that is no JSON
// object and no array is treated as plain text. Memory holds one line and the values, never a file.
//
// What was checked is what was found and accepted. A secret that no rule describes stays.
package redact

//go:generate go -C generate run . ..
