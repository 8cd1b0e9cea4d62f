package export

import (
	"slices"
	"strings"
	"unicode/utf8"

	"unspool/parser/record"
)

// A summaryBuffer holds the end of a summary, up to its limit: the last turns matter most.
type summaryBuffer struct {
	end      []byte
	before   int // bytes that were dropped before those
	sections []summarySection
}

// A summarySection is the part of a summary for one turn.
type summarySection struct {
	turn  int32
	from  int  // where it begins, counted from the first byte of all
	isCut bool // a prompt in it is cut
}

// begin begins the section of a turn, unless it is the current one.
func (b *summaryBuffer) begin(turn int32) {
	if n := len(b.sections); n == 0 || b.sections[n-1].turn != turn {
		b.sections = append(b.sections, summarySection{turn: turn, from: b.before + len(b.end)})
	}
}

func (b *summaryBuffer) write(text string) {
	b.end = append(b.end, text...)
	if len(b.end) > 2*maxSummary {
		b.trim()
	}
}

// trim drops what is before the longest end that is kept.
func (b *summaryBuffer) trim() {
	from := max(0, len(b.end)-maxSummary)
	for from > 0 && from < len(b.end) && !utf8.RuneStart(b.end[from]) {
		from++
	}
	b.before += from
	b.end = slices.Delete(b.end, 0, from)
}

// prompt returns a prompt of the current section without what is beyond its limit.
func (b *summaryBuffer) prompt(text string) string {
	if text = strings.TrimSpace(text); len(text) <= maxPrompt {
		return text
	}
	b.sections[len(b.sections)-1].isCut = true
	return string(record.Prefix([]byte(text), maxPrompt)) + "…"
}

// text returns the summary, and counts the sections that lack something.
func (b *summaryBuffer) text() (text string, lost int) {
	b.trim()
	for _, s := range b.sections {
		if s.isCut || s.from < b.before {
			lost++
		}
	}
	opening := summaryOpening
	if b.before > 0 {
		opening += "\n[What came before is left out.]\n…"
	}
	return opening + string(b.end), lost
}
