package transcript

import (
	"bytes"
	"fmt"
	"strings"

	"unspool/parser/jsonl"
)

// line handles one line: it adds the records on it, and the remainder as damage.
func (f *reader) line(l jsonl.Line) {
	if !l.Unterminated && l.Length == len(l.Text) && l.Offset >= f.read && bytes.IndexByte(l.Text, '{') < 0 && l.Text[0] != '[' {
		f.addDamage(l, l.Text, 0) // a fast path: it saves a second for ten million such lines
		return
	}
	defer f.parser.Forget()
	if l.Unterminated {
		f.tail(l)
		return
	}
	fresh := l.Offset >= f.read
	if fresh && l.Length == len(l.Text) {
		if rec := f.parser.Parse(l.Text); rec != nil {
			f.ingest(rec, l.Text, l.Offset, l.Number)
			return
		}
	}
	if l.Length > len(l.Text) {
		f.Damaged++
		f.lost += l.Offset + int64(l.Length) - max(l.Offset, f.read)
		f.damage(l.Text, l.Length, l.Offset, l.Number)
		f.report(CodeOverlong, Error, l, 0, l.Length, "Longer than 32 MB: not read as a record")
		return
	}
	objects, end := 0, 0
	for p := range jsonl.Repair(l.Text) {
		text := l.Text[p.From:p.To]
		if l.Offset+int64(p.To) <= f.read { // added when the file ended here
			objects, end = objects+1, p.To
			continue
		}
		f.glue += int64(p.From - end)
		end = p.To
		if !p.Damaged {
			if rec := f.parser.Parse(text); rec != nil {
				f.ingest(rec, text, l.Offset+int64(p.From), l.Number)
				objects++
				continue
			}
		}
		f.addDamage(l, text, p.From)
	}
	if objects > 1 {
		f.report(CodeRepaired, Info, l, 0, l.Length, "Several records on one line")
	}
}

// addDamage adds a range of a line that is not a record.
func (f *reader) addDamage(l jsonl.Line, text []byte, from int) {
	f.lost += int64(len(text))
	f.Damaged++
	f.damage(text, len(text), l.Offset+int64(from), l.Number)
	switch {
	case (text[0] == '{' || text[0] == '[') && jsonl.TooDeep(text):
		f.report(CodeDeep, Warning, l, from, len(text), "Nested deeper than 300 levels: not read as a record")
	case f.diags.full(CodeDamaged):
		f.diags.more(CodeDamaged, Warning)
	default:
		f.report(CodeDamaged, Warning, l, from, len(text), syntaxErrorText(text))
	}
}

// syntaxErrorText describes why bytes are not a record.
func syntaxErrorText(text []byte) string {
	wrong := ^jsonl.Skip(text, 0)
	switch {
	case text[0] != '{' || wrong <= 0:
		return "Not a JSON object: " + excerpt(text)
	case wrong >= len(text):
		return "The record breaks off: " + excerpt(text)
	}
	return fmt.Sprintf("Not JSON from byte %d of the record on: %s", wrong+1, excerpt(text[wrong:]))
}

func (f *reader) report(code string, s Severity, l jsonl.Line, from, length int, text string) {
	f.diags.add(f.diagnostic(code, s, l, from, length, text))
}

func (f *reader) diagnostic(code string, s Severity, l jsonl.Line, from, length int, text string) Diagnostic {
	return Diagnostic{Code: code, Severity: s, File: f.File, Line: l.Number,
		Offset: l.Offset + int64(from), Length: int64(length), Text: text}
}

// excerpt returns the first bytes of unreadable input, for display.
func excerpt(b []byte) string {
	const most = 80
	if len(b) > most {
		return strings.ToValidUTF8(string(b[:most]), "\uFFFD") + "…"
	}
	return strings.ToValidUTF8(string(b), "\uFFFD")
}
