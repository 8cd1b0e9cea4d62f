package source

import (
	"slices"
	"strings"
	"unicode/utf8"

	"unspool/parser"
	"unspool/parser/jsonl"
	"unspool/parser/record"
)

// MaxText limits each text of a body: a text is part of one line of a file.
const MaxText = jsonl.MaxLine

// Words decodes a content value up to a limit. It also returns whether there is more.
func Words(raw []byte, limit int) (string, bool) {
	if len(raw) == 0 {
		return "", false
	}
	return upTo(record.AppendWords(nil, raw, 0, limit+Past), limit)
}

// JoinLines joins an array of lines, each of which includes its line ending. raw can also be
// a single string. It also returns whether there is more.
func JoinLines(raw []byte, limit int) (string, bool) {
	if len(raw) == 0 || raw[0] != '[' {
		return Words(raw, limit)
	}
	var b []byte
	Each(raw, func(line []byte) {
		if line[0] == '"' && len(b) <= limit {
			b = record.AppendString(b, line, 0, limit+Past-len(b))
		}
	})
	return upTo(b, limit)
}

// Past is the number of bytes read beyond a limit, to detect whether a text continues: an
// incomplete multibyte character at the end of what was read is dropped.
const Past = utf8.UTFMax

// upTo returns at most limit bytes of a text, and whether there is more.
func upTo(text []byte, limit int) (string, bool) {
	if len(text) > limit {
		return string(record.Prefix(text, limit)), true
	}
	return string(text), false
}

// Cut returns at most limit bytes of a text, and appends "…" if there are more.
func Cut(text string, limit int) string {
	head, more := upTo([]byte(text), limit)
	if more {
		head += "…"
	}
	return head
}

// OneLine collapses white space and cuts a text for one line of the screen.
func OneLine(text string, limit int) string {
	if len(text) > 4*limit {
		text = string(record.Prefix([]byte(text), 4*limit))
	}
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > limit {
		return string(record.Prefix([]byte(text), limit)) + "…"
	}
	return text
}

// FirstLine returns the first line of a text, for one line of the screen.
func FirstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return OneLine(line, 200)
}

// HasAnyPrefix reports whether a text begins with any of the prefixes.
func HasAnyPrefix(text string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(text, prefix) })
}

// RecordText returns the text of a record: that of its message, or that outside of a message.
// It also returns whether there is more.
func (r *Reader) RecordText(f *parser.File, index int32, limit int) (string, bool) {
	e := f.Records.At(index)
	line := r.Record(f, index)
	if line == nil {
		return "", false
	}
	var text []byte
	for i := e.First; i < e.First+int32(e.Blocks) && len(text) <= limit; i++ {
		if b := f.Blocks.At(i); b.Kind == record.PlainText {
			if len(text) > 0 {
				text = append(text, '\n')
			}
			text = record.AppendWords(text, line, int(b.Text.From), limit+Past-len(text))
		}
	}
	if e.Blocks == 0 {
		text = record.AppendWords(text, line, TextOffset(line), limit+Past)
	}
	return upTo(text, limit)
}

// TextOffset returns the offset of the text of a record without a message: FORMAT.md,
// "Record types".
func TextOffset(line []byte) int {
	found := len(line)
	jsonl.Object(line, 0, func(key []byte, at int) int {
		switch string(key) {
		case "content", "summary", "aiTitle", "customTitle", "agentName", "lastPrompt":
			found = at
		case "attachment":
			jsonl.Object(line, at, func(key []byte, at int) int {
				if string(key) == "prompt" || string(key) == "content" && found == len(line) {
					found = at
				}
				return jsonl.Skip(line, at)
			})
		}
		return jsonl.Skip(line, at)
	})
	return found
}

// AppendDeltas appends the partial texts of a streamed block to its text.
func (r *Reader) AppendDeltas(f *parser.File, block int32, text *string, cut *bool, limit int) {
	deltas := f.Deltas(block)
	if len(deltas) == 0 || *cut {
		return
	}
	all := []byte(*text)
	for _, d := range deltas {
		all = record.AppendWords(all, r.Span(f, d.Record, f.Blocks.At(d.Block).Text), 0, limit+Past-len(all))
		if len(all) > limit {
			break
		}
	}
	*text, *cut = upTo(all, limit)
}
