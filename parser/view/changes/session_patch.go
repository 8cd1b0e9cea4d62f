package changes

import (
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
	counts    map[string]int   // by the names of patchCounts
	isFile    map[string]bool  // whether a path of the patch is that of a file, or of a folder
}

// These are the names of the counts of a patch: files until countRefused, then changes.
const (
	countWhole   = "whole"   // the changes of the file apply
	countTabs    = "tabs"    // of countWhole: leading spaces of its lines may have been tabs
	countSame    = "same"    // the file is at the end as it was at first
	countPartly  = "partly"  // the changes of the file could not be put together; they are a comment
	countOutside = "outside" // the file is outside of the session's folder; its changes are a comment
	countRefused = "refused" // git does not take the path of the file; likewise
	countFailed  = "failed"  // the change failed or was rejected
	countLeft    = "left"    // the change is in an abandoned attempt
	countOpen    = "open"    // no result of the change is recorded
)

var patchCounts = []string{countWhole, countTabs, countSame, countPartly, countOutside, countRefused, countFailed, countLeft, countOpen}

// These are the names of notes about a file of a patch, in addition to those on a net change.
const (
	noteOtherFolder = "elsewhere" // the file is outside of the session's folder
	noteRefused     = "refused"   // git does not take the path of the file
	noteSame        = "same"      // the file is at the end as it was at first
)

// Patch writes the changes of all files of a session in the format of git, in several steps:
// from is 0 at first, and then the Next of the previous answer. A change that cannot be
// applied as a whole is written as a comment. At the end of a patch that could not be completed,
// Summary is missing.
func (p *Pane) Patch(session, from int) (answer protocol.SessionPatch, err error) {
	err = p.check(session, func() { answer = p.writePatch(session, from) })
	return answer, err
}

func (p *Pane) writePatch(session, from int) protocol.SessionPatch {
	s, all, next, read := p.open(session, from)
	if all == nil {
		return protocol.SessionPatch{Next: next, Read: read}
	}
	cache := p.sessions.Of(s)
	if from == 0 {
		cache.patch = newPatching(all)
	}
	writer := cache.patch
	if writer == nil || writer.all != all || writer.next != from {
		// The session grew, or another patch was begun: the remainder does not fit what was written.
		return protocol.SessionPatch{Read: 1}
	}
	writer.next++
	var pieces patchPieces
	for room := readChunk; room > 0 && pieces.size < patchText; {
		if writer.writes() {
			pieces.append(writer.write(patchText - pieces.size))
			continue
		}
		if writer.at == len(writer.files) {
			cache.patch = nil
			return protocol.SessionPatch{Read: 1, Parts: pieces.all(), Summary: writer.summary()}
		}
		if writer.now == nil {
			writer.now = newNetDiff(all, writer.files[writer.at].Path)
		}
		if room = p.advance(writer.now, room) - len(writer.now.path); !writer.now.done() {
			break
		}
		if notes := writer.finishFile(); len(notes) > 0 {
			pieces.begin(plainLine(writer.files[writer.at].Name), notes)
		}
		writer.now, writer.at = nil, writer.at+1
	}
	return protocol.SessionPatch{Next: new(writer.next), Read: float64(writer.at) / float64(len(writer.files)), Parts: pieces.all()}
}

// patchPieces collects the parts of one answer.
type patchPieces struct {
	parts []protocol.PatchPart
	text  []byte // of the last part, or before the first one
	size  int    // of all texts, in bytes
}

// noteCost is the size of a note in an answer, in bytes.
const noteCost = 100

// begin adds a part with notes on a file.
func (a *patchPieces) begin(name string, notes []protocol.Count) {
	a.parts = append(a.all(), protocol.PatchPart{Name: name, Notes: notes})
	a.size += len(name) + noteCost*len(notes)
}

// append adds text to the last part.
func (a *patchPieces) append(text []byte) {
	a.text = append(a.text, text...)
	a.size += len(text)
}

// all returns the parts.
func (a *patchPieces) all() []protocol.PatchPart {
	if len(a.text) > 0 {
		if len(a.parts) == 0 {
			a.parts = []protocol.PatchPart{{Notes: []protocol.Count{}}}
		}
		a.parts[len(a.parts)-1].Text = string(a.text)
		a.text = nil
	}
	return a.parts
}

func newPatching(all *fileOpLog) *patchWriter {
	p := &patchWriter{all: all, counts: map[string]int{}, isFile: map[string]bool{}}
	for _, f := range all.files {
		if f.Edits+f.Writes > 0 {
			p.files = append(p.files, f)
		}
	}
	return p
}

// finishFile queues the changes of the current file for writing, and returns the notes on it.
func (p *patchWriter) finishFile() []protocol.Count {
	n, file := p.now, &p.files[p.at]
	p.counts[countLeft] += n.notes[noteLeft]
	p.counts[countFailed] += n.notes[noteFailed]
	p.counts[countOpen] += n.notes[noteOpen]
	notes := slices.DeleteFunc(n.tallies(), func(note protocol.Count) bool { return note.Name == noteFailed || note.Name == noteCut })
	note := func(name string) { notes = append(notes, protocol.Count{Name: name, Count: 1}) }
	p.sign = "# "
	switch {
	case !n.whole():
		p.counts[countPartly]++
	case !file.Inside:
		p.counts[countOutside]++
		note(noteOtherFolder)
	case !filediff.IsValidPath(file.Name) || p.collides(file.Name):
		p.counts[countRefused]++
		note(noteRefused)
	case len(n.parts) == 0:
		p.counts[countSame]++
		note(noteSame)
	default:
		p.counts[countWhole]++
		p.counts[countTabs] += n.notes[noteTabs]
		p.sign = ""
		p.addPath(file.Name)
	}
	for i, part := range n.parts {
		p.texts = append(p.texts, filediff.NewText(strings.TrimPrefix(file.Name, "/"), n.isNew && i == 0, part.hunks))
	}
	return notes
}

// collides reports whether a name is that of a folder of a file in the patch, or whether one of its
// folders is a file there: git would reject the whole patch.
func (p *patchWriter) collides(name string) bool {
	if isFile, known := p.isFile[name]; known && !isFile {
		return true
	}
	for at := range len(name) {
		if name[at] == '/' && p.isFile[name[:at]] {
			return true
		}
	}
	return false
}

// addPath adds a file to the paths of the patch.
func (p *patchWriter) addPath(name string) {
	for at := range len(name) {
		if name[at] == '/' {
			p.isFile[name[:at]] = false
		}
	}
	p.isFile[name] = true
}

// writes reports whether there is something left to write before the next file.
func (p *patchWriter) writes() bool { return len(p.texts) > 0 }

// write returns lines of the changes until size bytes are reached, if necessary in the middle of
// a line: a file can be one long line.
func (p *patchWriter) write(size int) []byte {
	var text []byte
	for len(text) < size {
		if p.remainder == "" {
			line, ok := p.texts[0].Next()
			if !ok {
				p.texts = p.texts[1:]
				return text
			}
			text, p.remainder = append(text, p.sign...), line
		}
		n := min(len(p.remainder), size-len(text)+utf8.UTFMax)
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

// summary counts the changes that the patch contains, and those that it leaves out.
func (p *patchWriter) summary() *protocol.PatchSummary {
	summary := &protocol.PatchSummary{Files: len(p.files), Missing: p.all.foreign() == noteAbsent, Counts: []protocol.Count{}}
	for _, name := range patchCounts {
		if n := p.counts[name]; n > 0 {
			summary.Counts = append(summary.Counts, protocol.Count{Name: name, Count: n})
		}
	}
	return summary
}
