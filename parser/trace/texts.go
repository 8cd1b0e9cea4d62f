package trace

import (
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf8"

	"unspool/parser"
	"unspool/parser/jsonl"
	"unspool/parser/record"
)

// MaxContent is the maximum number of bytes of a text in an attribute: Langfuse refuses events of more
// than 4.5 MB, and collectors messages of more than 4 MB.
const MaxContent = 64 << 10

// A textRef is the text of a prompt or a reply that was read.
type textRef struct{ text string }

// texts reads the texts of records. Items that follow each other are often of the same record.
type texts struct {
	open func(file int) io.ReaderAt
	err  error // the first one
	cut  int   // texts that were longer than [MaxContent]

	file   *parser.File
	record int32
	line   []byte
}

// lineOf returns the bytes of a record, nil if they could not be read.
func (t *texts) lineOf(f *parser.File, index int32) []byte {
	if t.file == f && t.record == index {
		return t.line
	}
	r := f.Records.At(index)
	line := make([]byte, r.Length)
	if n, err := t.open(f.Number).ReadAt(line, r.Offset); n < len(line) {
		if t.err == nil {
			t.err = fmt.Errorf("%s: record at byte %d: %w", f.Path, r.Offset, err)
		}
		return nil
	}
	t.file, t.record, t.line = f, index, line
	return line
}

// words returns the text of a content value.
func (t *texts) words(f *parser.File, index int32, at parser.Span) string {
	line := t.lineOf(f, index)
	if line == nil || at.Len() == 0 {
		return ""
	}
	return t.limitedWords(line[:at.To], int(at.From))
}

// limitedWords returns the text of a content value at a position, limited.
func (t *texts) limitedWords(line []byte, at int) string {
	return t.limited(record.AppendWords(nil, line, at, MaxContent+utf8.UTFMax)) // more, so that one that is too long is known
}

// limited returns a text, or if it is too long its beginning with an ellipsis, and counts it.
func (t *texts) limited(text []byte) string {
	const ellipsis = "…"
	if len(text) <= MaxContent {
		return string(text)
	}
	t.cut++
	return string(record.Prefix(text, MaxContent-len(ellipsis))) + ellipsis
}

// json returns a JSON value as it is written. One that is too long becomes a string with its beginning.
func (t *texts) json(f *parser.File, index int32, at parser.Span) string {
	line := t.lineOf(f, index)
	if line == nil || at.Len() == 0 {
		return ""
	}
	if text := line[at.From:at.To]; len(text) > MaxContent {
		return object(t.limited(text))
	}
	return string(line[at.From:at.To])
}

// recordText returns the text of a prompt. It is nil if no texts are wanted.
func (w *walk) recordText(f *parser.File, index int32) *textRef {
	if !w.options.Content {
		return nil
	}
	line := w.texts.lineOf(f, index)
	at := record.Member(line, record.Member(line, 0, "message"), "content")
	if at < 0 { // a prompt in the queue
		at = record.Member(line, record.Member(line, 0, "attachment"), "prompt")
	}
	if at < 0 {
		return nil
	}
	end := jsonl.Skip(line, at)
	return &textRef{w.texts.limitedWords(line[:max(at, end)], at)}
}

// blockText returns the text of a reply. It is nil if no texts are wanted.
func (w *walk) blockText(f *parser.File, item *parser.Item) *textRef {
	if !w.options.Content {
		return nil
	}
	return &textRef{w.texts.words(f, item.Record, f.Blocks.At(item.Block).Text)}
}

// quoteReply sets the output of the current response, which may have several texts.
func (w *walk) quoteReply() {
	if w.reply != nil && w.hasOne {
		w.replies = append(w.replies, w.reply.text)
	}
}

// quote adds the first prompt and the last reply of a turn or an agent.
func (b *builder) quote(a *Attributes, prompt, reply *textRef) {
	if prompt != nil {
		put(a, langfuseInput, message("user", prompt.text))
	}
	if reply != nil {
		put(a, langfuseOutput, message("assistant", reply.text))
	}
}

// message returns a message as Langfuse shows it.
func message(role, content string) string {
	text, err := json.Marshal(struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	}{role, content})
	if err != nil {
		return "" // a struct of strings never fails
	}
	return string(text)
}
