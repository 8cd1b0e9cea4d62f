package view

import (
	"strings"
	"unicode/utf8"

	"unspool/parser"
	"unspool/parser/jsonl"
	"unspool/parser/record"
)

// words decodes a content value up to a limit. It also returns whether there is more.
func words(raw []byte, limit int) (string, bool) {
	if len(raw) == 0 {
		return "", false
	}
	return upTo(record.AppendWords(nil, raw, 0, limit+past), limit)
}

// past is the number of bytes read beyond a limit, to detect whether a text continues: an
// incomplete multibyte character at the end of what was read is dropped.
const past = utf8.UTFMax

// upTo returns at most limit bytes of a text, and whether there is more.
func upTo(text []byte, limit int) (string, bool) {
	if len(text) > limit {
		return string(record.Prefix(text, limit)), true
	}
	return string(text), false
}

// cutText returns at most limit bytes of a text, and appends "…" if there are more.
func cutText(text string, limit int) string {
	head, more := upTo([]byte(text), limit)
	if more {
		head += "…"
	}
	return head
}

// oneLine collapses white space and cuts a text for one line of the screen.
func oneLine(text string, limit int) string {
	if len(text) > 4*limit {
		text = string(record.Prefix([]byte(text), 4*limit))
	}
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > limit {
		return string(record.Prefix([]byte(text), limit)) + "…"
	}
	return text
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return oneLine(line, 200)
}

func (s *source) wordsOf(f *parser.File, index int32, limit int) (string, bool) {
	e := f.Records.At(index)
	line := s.record(f, index)
	if line == nil {
		return "", false
	}
	var text []byte
	for i := e.First; i < e.First+int32(e.Blocks) && len(text) <= limit; i++ {
		if b := f.Blocks.At(i); b.Kind == record.PlainText {
			if len(text) > 0 {
				text = append(text, '\n')
			}
			text = record.AppendWords(text, line, int(b.Text.From), limit+past-len(text))
		}
	}
	if e.Blocks == 0 {
		text = record.AppendWords(text, line, toolResultStart(line), limit+past)
	}
	return upTo(text, limit)
}

// toolResultStart returns the offset of the text of a record without a message: FORMAT.md,
// "Record types".
func toolResultStart(line []byte) int {
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

// appendDeltas appends the partial texts of a streamed block to its text.
func (s *source) appendDeltas(f *parser.File, block int32, text *string, cut *bool, limit int) {
	deltas := f.Deltas(block)
	if len(deltas) == 0 || *cut {
		return
	}
	all := []byte(*text)
	for _, d := range deltas {
		all = record.AppendWords(all, s.span(f, d.Record, f.Blocks.At(d.Block).Text), 0, limit+past-len(all))
		if len(all) > limit {
			break
		}
	}
	*text, *cut = upTo(all, limit)
}
