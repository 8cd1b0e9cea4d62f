package view

import (
	"bytes"
	"fmt"
	"strings"

	"unspool/parser/patch"
)

// patchText bounds what one answer holds of a patch: no file follows beyond it.
const patchText = 1 << 20

// A patching writes the change of all files of a session, one after the other.
type patching struct {
	all   *touching
	files []TouchedFile // that were changed
	at    int
	now   *netting // of the file at hand
	told  struct {
		whole, partly, outside, empty int // files
		left, failed, open            int // changes
	}
}

// Patch writes the change of all files of a session as git takes it, in
// stretches: from is 0 at first, then what the answer before gave as Next. What
// cannot be applied as a whole stands there as a comment. There is nothing before
// [Viewer.Touched] came to its end.
func (v *Viewer) Patch(session, from int) SessionPatch {
	none := SessionPatch{Next: -1, Read: 1}
	s := v.Store.Session(session)
	if s == nil {
		return none
	}
	all, _ := v.touched(s)
	if all == nil {
		return none
	}
	w := v.workings.of(s)
	if p := w.patch; from == 0 || p == nil || p.all != all {
		if from > 0 { // the session grew: what was written does not fit any more
			return none
		}
		w.patch = newPatching(all)
	}
	p := w.patch
	var text []byte
	for room := touchStretch; p.at < len(p.files) && room > 0 && len(text) < patchText; {
		if p.now == nil {
			p.now = newNetting(all, p.files[p.at].Path)
		}
		if room = v.advance(p.now, room) - len(p.now.path); !p.now.done() {
			break
		}
		text = p.write(text)
		p.now, p.at = nil, p.at+1
	}
	if p.at < len(p.files) {
		return SessionPatch{Next: p.at + 1, Read: float64(p.at) / float64(len(p.files)), Text: string(text)}
	}
	w.patch = nil
	return SessionPatch{Next: -1, Read: 1, Text: string(text), Head: p.head()}
}

func newPatching(all *touching) *patching {
	p := &patching{all: all}
	for _, f := range all.files {
		if f.Edits+f.Writes > 0 {
			p.files = append(p.files, f)
		}
	}
	return p
}

// write appends the change of the file at hand, and what is to be said of it.
func (p *patching) write(text []byte) []byte {
	n, file := p.now, &p.files[p.at]
	p.told.left += n.notes[noteLeft]
	p.told.failed += n.notes[noteFailed]
	p.told.open += n.notes[noteOpen]
	var said []string
	for _, name := range []string{noteTabs, noteOutside, noteUnplaced, noteBefore, noteLeft, noteOpen} {
		if count := n.notes[name]; count > 0 {
			said = append(said, patchNote(name, count))
		}
	}
	apply := n.whole() && file.Inside
	switch {
	case !n.whole():
		p.told.partly++
	case !file.Inside:
		p.told.outside++
		said = append(said, "It lies outside of the session's folder.")
	case len(n.parts) == 0:
		p.told.empty++
		said = append(said, "At the end it is as it was.")
	default:
		p.told.whole++
	}
	if len(said) > 0 {
		text = append(text, "# "+plainLine(file.Name)+"\n"...)
	}
	for _, words := range said {
		text = append(text, "#   "+words+"\n"...)
	}
	for i, part := range n.parts {
		change := patch.Append(nil, strings.TrimPrefix(file.Name, "/"), n.isNew && i == 0, part.hunks)
		if !apply {
			change = commented(change)
		}
		text = append(text, change...)
	}
	return text
}

// commented makes comments of lines.
func commented(text []byte) []byte {
	var out []byte
	for _, line := range bytes.SplitAfter(text, []byte("\n")) {
		if len(line) > 0 {
			out = append(append(out, "# "...), line...)
		}
	}
	return out
}

// plainLine keeps a name on its line.
func plainLine(name string) string {
	return strings.Map(func(c rune) rune {
		if c < ' ' || c == 0x7f || c == '\u2028' || c == '\u2029' {
			return '?'
		}
		return c
	}, name)
}

func patchNote(name string, count int) string {
	changes := fmt.Sprintf("%d changes", count)
	if count == 1 {
		changes = "1 change"
	}
	return map[string]string{
		noteTabs:     "The blanks that lines begin with may have been tabs: the transcript does not tell.",
		noteOutside:  changes + " came from something else than the session's tools; below as far as they are known.",
		noteUnplaced: changes + " cannot be placed: too little is recorded.",
		noteBefore:   changes + " replaced a content that is not recorded.",
		noteLeft:     changes + " in an abandoned attempt left out.",
		noteOpen:     changes + " without a recorded result left out.",
	}[name]
}

// head says what the patch is, and what could not be told.
func (p *patching) head() string {
	var b strings.Builder
	b.WriteString("# The changes of one session, put together by file: from what each held at first to what it held at last.\n")
	b.WriteString("# Apply it in the session's folder with: git apply\n#\n")
	line := func(n int, one, many string) {
		switch {
		case n == 1:
			b.WriteString(fmt.Sprintf("# 1 %s\n", one))
		case n > 1:
			b.WriteString(fmt.Sprintf("# %d %s\n", n, many))
		}
	}
	t := &p.told
	line(t.whole, "file that applies", "files that apply")
	line(t.empty, "file that is at the end as it was", "files that are at the end as they were")
	line(t.partly, "file that could not be put together: only a comment", "files that could not be put together: only comments")
	line(t.outside, "file outside of the session's folder: only a comment", "files outside of the session's folder: only comments")
	line(t.failed, "change that failed or was refused: left out", "changes that failed or were refused: left out")
	line(t.left, "change in an abandoned attempt: left out", "changes in abandoned attempts: left out")
	line(t.open, "change without a recorded result: left out", "changes without a recorded result: left out")
	if len(p.files) == 0 {
		b.WriteString("# No file was changed.\n")
	}
	b.WriteString("# What commands of a shell did to files is not in it.\n\n")
	return b.String()
}
