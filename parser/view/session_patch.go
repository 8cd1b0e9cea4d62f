package view

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"unspool/parser/filediff"
	"unspool/parser/view/protocol"
)

// patchText limits the patch text of one answer, in bytes.
const patchText = 1 << 20

// A patchWriter writes the changes of all files of a session, one file after the other.
type patchWriter struct {
	all       *fileOpLog
	files     []protocol.TouchedFile // files that were changed
	next      int                    // number of the next answer
	at        int
	now       *netDiff         // net diff of the current file
	texts     []*filediff.Text // texts of the previous file that are not written yet
	sign      string           // prefix of each of their lines
	remainder string           // remainder of the current line
	reported  struct {
		whole, partly, outside, empty int // number of files
		tabs                          int // number of whole files that may have had tabs
		own                           int // number of files of git
		left, failed, open            int // number of changes
	}
}

// Patch writes the changes of all files of a session in the format of git, in several steps:
// from is 0 at first, and then the Next of the previous answer. A change that cannot be
// applied as a whole is written as a comment. Head is missing at the end of a patch that
// could not be completed.
func (p *changesPane) Patch(session, from int) protocol.SessionPatch {
	none := protocol.SessionPatch{Next: -1, Read: 1}
	s := p.rows.Store.Session(session)
	if s == nil {
		return none
	}
	all, share := p.touched(s)
	if all == nil {
		none.Next, none.Read = from, share
		return none
	}
	cache := p.sessions.Of(s)
	if from == 0 {
		cache.patch = newPatching(all)
	}
	writer := cache.patch
	if writer == nil || writer.all != all || writer.next != from { // the session grew, or someone else began a patch: the remainder does not fit any more
		return none
	}
	writer.next++
	var text []byte
	for room := readChunk; room > 0 && len(text) < patchText; {
		if writer.writes() {
			text = writer.write(text)
			continue
		}
		if writer.at == len(writer.files) {
			cache.patch = nil
			return protocol.SessionPatch{Next: -1, Read: 1, Text: string(text), Head: writer.head()}
		}
		if writer.now == nil {
			writer.now = newNetDiff(all, writer.files[writer.at].Path)
		}
		if room = p.advance(writer.now, room) - len(writer.now.path); !writer.now.done() {
			break
		}
		text = writer.note(text)
		writer.now, writer.at = nil, writer.at+1
	}
	return protocol.SessionPatch{Next: writer.next, Read: float64(writer.at) / float64(len(writer.files)), Text: string(text)}
}

func newPatching(all *fileOpLog) *patchWriter {
	p := &patchWriter{all: all}
	for _, f := range all.files {
		if f.Edits+f.Writes > 0 {
			p.files = append(p.files, f)
		}
	}
	return p
}

// note appends the notes on the current file and queues its changes for writing.
func (p *patchWriter) note(text []byte) []byte {
	n, file := p.now, &p.files[p.at]
	p.reported.left += n.notes[noteLeft]
	p.reported.failed += n.notes[noteFailed]
	p.reported.open += n.notes[noteOpen]
	var notes []string
	for _, name := range []string{noteTabs, noteOutside, noteAbsent, noteUnplaced, noteLarge, noteBefore, noteLeft, noteOpen} {
		if count := n.notes[name]; count > 0 {
			notes = append(notes, patchNote(name, count))
		}
	}
	own := ofGit(file.Name)
	apply := n.whole() && file.Inside && !own
	switch {
	case !n.whole():
		p.reported.partly++
	case !file.Inside:
		p.reported.outside++
		notes = append(notes, "It lies outside of the session's folder.")
	case own:
		p.reported.own++
		notes = append(notes, "It is one of git's own, which git takes no patch of.")
	case len(n.parts) == 0:
		p.reported.empty++
		notes = append(notes, "At the end it is as it was.")
	default:
		p.reported.whole++
		p.reported.tabs += n.notes[noteTabs]
	}
	if len(notes) > 0 {
		text = append(text, "# "+plainLine(file.Name)+"\n"...)
	}
	for _, words := range notes {
		text = append(text, "#   "+words+"\n"...)
	}
	if p.sign = ""; !apply {
		p.sign = "# "
	}
	for i, part := range n.parts {
		p.texts = append(p.texts, filediff.NewText(strings.TrimPrefix(file.Name, "/"), n.isNew && i == 0, part.hunks))
	}
	return text
}

// ofGit reports whether a file is in a folder of git: a single such file makes git reject the
// whole patch.
func ofGit(name string) bool {
	return slices.ContainsFunc(strings.Split(name, "/"), func(part string) bool { return strings.EqualFold(part, ".git") })
}

// writes reports whether there is something left to write before the next file.
func (p *patchWriter) writes() bool { return len(p.texts) > 0 }

// write appends lines of the changes until the answer is full, if necessary in the middle of
// a line: a file can be one long line.
func (p *patchWriter) write(text []byte) []byte {
	for len(text) < patchText {
		if p.remainder == "" {
			line, ok := p.texts[0].Next()
			if !ok {
				p.texts = p.texts[1:]
				return text
			}
			text, p.remainder = append(text, p.sign...), line
		}
		n := min(len(p.remainder), patchText-len(text)+utf8.UTFMax)
		for smallest := n - utf8.UTFMax; n > smallest && n < len(p.remainder) && !utf8.RuneStart(p.remainder[n]); n-- {
		}
		if text, p.remainder = append(text, p.remainder[:n]...), p.remainder[n:]; p.remainder == "" {
			text = append(text, '\n')
		}
	}
	return text
}

// plainLine replaces characters in a name that would break the line.
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
		noteTabs:    "The blanks that lines begin with may have been tabs: the transcript does not tell.",
		noteOutside: changes + " came from something else than the session's tools; below as far as later calls show them.",
		noteAbsent: changes + " came from something else than the tools recorded here, or from an agent whose " +
			"records are not here; below as far as later calls show them.",
		noteUnplaced: changes + " cannot be placed: too little is recorded.",
		noteLarge:    changes + " cannot be put together: too much is replaced, or the file is too long.",
		noteBefore:   changes + " replaced a content that is not recorded.",
		noteLeft:     changes + " in an abandoned attempt left out.",
		noteOpen:     changes + " without a recorded result left out.",
	}[name]
}

// head returns a comment that says what the patch contains, and what it leaves out.
func (p *patchWriter) head() string {
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
	t := &p.reported
	line(t.whole, "file that applies", "files that apply")
	line(t.tabs, "of them may have had tabs: should it not fit, add --ignore-whitespace",
		"of them may have had tabs: should they not fit, add --ignore-whitespace")
	line(t.empty, "file that is at the end as it was", "files that are at the end as they were")
	line(t.partly, "file that could not be put together: only a comment", "files that could not be put together: only comments")
	line(t.outside, "file outside of the session's folder: only a comment", "files outside of the session's folder: only comments")
	line(t.own, "file of git's own: only a comment", "files of git's own: only comments")
	line(t.failed, "change that failed or was refused: left out", "changes that failed or were refused: left out")
	line(t.left, "change in an abandoned attempt: left out", "changes in abandoned attempts: left out")
	line(t.open, "change without a recorded result: left out", "changes without a recorded result: left out")
	if len(p.files) == 0 {
		b.WriteString("# No file was changed.\n")
	}
	others := "commands of a shell, people and other programs"
	if p.all.foreign() == noteAbsent {
		others += ", and agents whose records are not here,"
	}
	b.WriteString("# What " + others + " did to files is in it only as far as later calls show it.\n\n")
	return b.String()
}
