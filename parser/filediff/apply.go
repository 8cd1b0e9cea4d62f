package filediff

import "strings"

// A Hunk is a range of a change. Each line begins with ' ', '-', '+' or, after a line
// without a line end, '\'.
type Hunk struct {
	OldStart, NewStart int // line numbers, from 1
	Lines              []string
}

// An edit is a line of a hunk.
type edit struct {
	sign  byte
	words string
}

func (k *Hunk) edits() []edit {
	list := make([]edit, 0, len(k.Lines))
	for _, l := range k.Lines {
		switch {
		case l == "": // an empty line that lost its blank in transit
			list = append(list, edit{' ', "\n"})
		case l[0] == '\\':
			if n := len(list); n > 0 {
				list[n-1].words = strings.TrimSuffix(list[n-1].words, "\n")
			}
		default:
			list = append(list, edit{l[0], l[1:] + "\n"})
		}
	}
	return list
}

// Apply records a change in the form of a patch, with exact lines of the change if some are
// known. It reports whether the patch fits what is known of the file; if not, nothing
// changes.
func (h *History) Apply(hunks []Hunk, exact []string) bool {
	known := map[string]string{}
	for _, words := range exact {
		h.count(words)
		known[untab(words)] = words
	}
	end := 0 // after the last of the previous hunks
	places := make([]int, 0, len(hunks))
	for i := range hunks {
		at, size, ok := h.place(&hunks[i])
		if !ok || at < end || !h.ensureLines(at+size) {
			return false
		}
		k := at
		for _, e := range hunks[i].edits() {
			if e.sign == '+' {
				continue
			}
			if !h.at(k).is(roughly(e.words)) {
				return false
			}
			k++
		}
		end = k
		places = append(places, at)
	}
	was := *h
	was.now, was.old = append([]line(nil), h.now...), append([]text(nil), h.old...)
	next, taken := make([]line, 0, len(h.now)), 0
	for i := range hunks {
		next = append(next, h.now[taken:places[i]]...)
		next, taken = h.apply(next, &hunks[i], places[i], known)
	}
	if h.now = append(next, h.now[taken:]...); !h.sound() {
		*h = was
		return false
	}
	return true
}

// sound reports whether no line but the last one lacks a line end, both at first and now.
// Nothing unknown can follow such a line.
func (h *History) sound() bool {
	open := func(t *text) bool { return t.known && !strings.HasSuffix(t.words, "\n") }
	for i := range h.old {
		if open(&h.old[i]) {
			if i < len(h.old)-1 {
				return false
			}
			h.closed = true
		}
	}
	for i := range h.now {
		if open(h.at(i)) {
			if i < len(h.now)-1 {
				return false
			}
			h.closed = true
		}
	}
	return true
}

// place returns where in the file a hunk begins, and the number of lines it covers. ok is
// false for a hunk that no diff can hold: with a line break within a line, or an empty
// line, its lines would mean something else once written down.
func (h *History) place(k *Hunk) (at, size int, ok bool) {
	for _, e := range k.edits() {
		if end := strings.IndexByte(e.words, '\n'); e.words == "" || end >= 0 && end < len(e.words)-1 {
			return 0, 0, false
		}
		switch e.sign {
		case ' ', '-':
			size++
		case '+':
		default:
			return 0, 0, false
		}
	}
	at = k.OldStart - 1
	if size == 0 { // it is inserted after that line
		at = k.OldStart
	}
	return at, size, at >= 0 && at <= MaxLines
}

// apply appends the result of a hunk applied at an index. It returns the index after its
// lines, too.
func (h *History) apply(next []line, k *Hunk, at int, known map[string]string) ([]line, int) {
	for _, e := range k.edits() {
		words := roughly(e.words)
		if exact, ok := known[e.words]; ok {
			words = exactly(exact)
		}
		if e.sign == '+' {
			next = append(next, line{added: h.indent(words)})
			continue
		}
		if t := h.at(at); t.known {
			*t = t.better(words)
		} else {
			*t = h.indent(words)
		}
		if e.sign == ' ' {
			next = append(next, h.now[at])
		}
		at++
	}
	return next, at
}

// indent determines the indentation of a rough line if the remainder of the file is
// indented in only one way.
func (h *History) indent(t text) text {
	switch {
	case !t.rough || (h.tabs > 0) == (h.blanks > 0):
		return t
	case h.blanks > 0:
		return exactly(t.words)
	}
	remainder := strings.TrimLeft(t.words, " ")
	blanks := len(t.words) - len(remainder)
	return exactly(strings.Repeat("\t", blanks/2) + strings.Repeat(" ", blanks%2) + remainder)
}

// Revert returns a content as it was before a patch, or false if the patch does not lead to
// the content.
func Revert(content string, hunks []Hunk) (string, bool) {
	after := Lines(content)
	var before []string
	at := 0
	for i := range hunks {
		edits := hunks[i].edits()
		start := hunks[i].NewStart - 1
		if !keepsLines(edits) {
			start++
		}
		if start < at || start > len(after) {
			return "", false
		}
		before = append(before, after[at:start]...)
		at = start
		for _, e := range edits {
			switch {
			case e.sign == '-':
				before = append(before, e.words)
			case at == len(after) || !exactly(after[at]).is(roughly(e.words)):
				return "", false
			case e.sign == ' ':
				before = append(before, after[at])
				at++
			default:
				at++
			}
		}
	}
	return strings.Join(append(before, after[at:]...), ""), true
}

// keepsLines reports whether a change has lines that are not deletions.
func keepsLines(edits []edit) bool {
	for _, e := range edits {
		if e.sign != '-' {
			return true
		}
	}
	return false
}
