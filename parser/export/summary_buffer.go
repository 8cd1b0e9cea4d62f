package export

import (
	"slices"
	"strings"
	"unicode/utf8"

	"unspool/parser/record"
)

// A summaryBuffer holds the end of a summary, up to its limit: the last turns matter most.
type summaryBuffer struct {
	kept     []byte
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
		b.sections = append(b.sections, summarySection{turn: turn, from: b.before + len(b.kept)})
	}
}

func (b *summaryBuffer) write(text string) {
	b.kept = append(b.kept, text...)
	if len(b.kept) > 2*maxSummary {
		b.trim()
	}
}

// trim drops what is before the longest end that is kept.
func (b *summaryBuffer) trim() {
	from := max(0, len(b.kept)-maxSummary)
	for from > 0 && from < len(b.kept) && !utf8.RuneStart(b.kept[from]) {
		from++
	}
	b.before += from
	b.kept = slices.Delete(b.kept, 0, from)
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
	return opening + string(b.kept), lost
}
