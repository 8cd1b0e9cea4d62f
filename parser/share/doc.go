// Package share prepares a session for others: it writes the session in a form of package export without the values
// that should not leave the machine, which package redact finds.
//
// [Export] is an iterator that does a bounded amount of work for each element, so that a page can show the progress and
// stop at any time. What it writes is checked on its way: if a value is left in it, the iterator ends with a
// [redact.LeftError], and what it yielded until then must not be used.
//
// In: a session, and its files. Out: pieces of files. Invariants: memory holds the values and one piece,
// never a file; values are replaced in transcripts only, so other forms are made from a transcript that
// was redacted before.
package share
