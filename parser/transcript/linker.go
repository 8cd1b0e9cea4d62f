package transcript

import "unspool/parser/record"

// A linker finds which records of a file belong together: those of a response, calls and their
// results, repetitions, and the notices of a task.
type linker struct {
	f           *File
	x           *index
	byRelay     map[string]int32 // Relays by agent, message and request
	noticed     map[uint64]int32 // Notices by the hash of their text
	replyHashes map[uint64]int32 // records by the hash of their text and time
	timed       bool             // the current record has a time of its own
	text        []byte           // scratch buffer
}

// userWords returns the text of a user record: that of its blocks, or of a record without message.
// The bytes are valid until the next call.
func (ln *linker) userWords(r *record.Record, line []byte) []byte {
	// Classes depend on how a text begins. Only texts that begin with a tag can turn out to contain
	// nothing else, and these are short or generated.
	const most = 1 << 20
	words := ln.text[:0]
	for i := range r.Blocks {
		if b := &r.Blocks[i]; b.Kind == record.PlainText && len(words) < most {
			if len(words) > 0 {
				words = append(words, '\n')
			}
			words = record.AppendString(words, line, b.Text.From, most-len(words))
		}
	}
	ln.text = words
	if len(r.Blocks) == 0 && r.Text.Len() > 0 {
		return ln.ownWords(r, line)
	}
	return words
}

// ownWords returns the text of a record without message. The bytes are valid until the next call.
func (ln *linker) ownWords(r *record.Record, line []byte) []byte {
	ln.text = record.AppendWords(ln.text[:0], line, r.Text.From, 1<<20)
	return ln.text
}
