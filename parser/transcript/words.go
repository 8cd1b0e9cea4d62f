package transcript

import (
	"unspool/parser/record"

	"unspool/parser/internal/tags"
)

// userWords returns the text of a user record: that of its blocks, or of a record without message.
// The bytes are valid until the next call.
func (f *indexer) userWords(r *record.Record, line []byte) []byte {
	// Classes depend on how a text begins. Only texts that begin with a tag can turn out to contain
	// nothing else, and these are short or generated.
	const most = 1 << 20
	words := f.text[:0]
	for i := range r.Blocks {
		if b := &r.Blocks[i]; b.Kind == record.PlainText && len(words) < most {
			if len(words) > 0 {
				words = append(words, '\n')
			}
			words = record.AppendString(words, line, b.Text.From, most-len(words))
		}
	}
	f.text = words
	if len(r.Blocks) == 0 && r.Text.Raw.Len() > 0 {
		return f.ownWords(r, line)
	}
	return words
}

// ownWords returns the text of a record without message. The bytes are valid until the next call.
func (f *indexer) ownWords(r *record.Record, line []byte) []byte {
	f.text = record.AppendWords(f.text[:0], line, r.Text.Raw.From, 1<<20)
	return f.text
}

// isFiller reports whether Claude Code made a record only to fill a gap.
func isFiller(r *record.Record, line []byte) bool {
	if len(r.Blocks) != 1 || r.Blocks[0].Kind != record.PlainText {
		return len(r.Blocks) == 0
	}
	if r.Blocks[0].Text.Len() > 40 {
		return false
	}
	text := string(record.AppendString(nil, line, r.Blocks[0].Text.From, 64))
	return text == "(no content)" || string(r.Model) == "<synthetic>" && text == "No response requested."
}

// blankText reports whether a text is only white space.
func blankText(line []byte, s record.Span) bool {
	return s.Len() < 64 && len(tags.Trim(record.AppendString(nil, line, s.From, 64))) == 0
}
