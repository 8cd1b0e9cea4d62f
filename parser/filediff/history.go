package filediff

import "strings"

// MaxLines limits the size of a file: changes after so many lines are not tracked.
const MaxLines = 200_000

// A History holds the known content of a file and its changes. The zero History is that of a
// file of which nothing is known.
type History struct {
	now    []line
	old    []text // the file at first, by line; removed lines are kept
	closed bool   // now is the whole file: nothing unknown follows
	isNew  bool   // the file did not exist at first
	tabs   int    // lines known exactly that begin with a tab …
	blanks int    // … and with a blank
}

// A line is a line of the current file: one of the first content, by its number from 1, or
// an added one.
type line struct {
	old   int32
	added text
}

// A text is the known text of a line. A rough one comes from a recorded patch, in which
// Claude Code writes two blanks for each tab at the beginning of a line.
type text struct {
	words        string
	known, rough bool
}

func exactly(words string) text { return text{words, true, false} }

// roughly returns the text of a line of a patch, which is exact unless it could have begun
// with tabs.
func roughly(words string) text { return text{words, true, strings.HasPrefix(words, "  ")} }

// is reports whether the two can be the same line.
func (t text) is(other text) bool {
	switch {
	case !t.known || !other.known || t.words == other.words:
		return true
	case t.rough || other.rough:
		return untab(t.words) == untab(other.words)
	}
	return false
}

// better returns the more precise of two texts of the same line.
func (t text) better(other text) text {
	if !t.known || t.rough && other.known && !other.rough {
		return other
	}
	return t
}

// untab replaces each tab at the beginning of a line by two blanks.
func untab(words string) string {
	remainder := strings.TrimLeft(words, "\t")
	return strings.Repeat("  ", len(words)-len(remainder)) + remainder
}

func (h *History) at(i int) *text {
	if n := h.now[i].old; n > 0 {
		return &h.old[n-1]
	}
	return &h.now[i].added
}

// ensureLines reports whether the file can have n lines, and makes room for them. It
// returns false if the file has fewer lines, or n is too large.
func (h *History) ensureLines(n int) bool {
	if n > MaxLines || len(h.old) > MaxLines || n > len(h.now) && h.closed {
		return false
	}
	for len(h.now) < n {
		h.old = append(h.old, text{})
		h.now = append(h.now, line{old: int32(len(h.old))})
	}
	return true
}

// Lines splits a content into lines.
func Lines(content string) []string {
	if content == "" {
		return nil
	}
	lines := strings.SplitAfter(content, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// Create starts the history of a file that did not exist before. It reports whether the
// content could be recorded.
func (h *History) Create(content string) bool {
	*h = History{closed: true, isNew: true}
	return h.SetContent(content)
}

// Observe records the whole content of the file. It reports whether the content fits what
// is known; if not, the file was changed by something else, and nothing is recorded.
func (h *History) Observe(content string) bool {
	return h.learnAll(content, exactly)
}

// ObserveApprox records the whole content of the file, with blanks for tabs. It
// reports whether it fits what is known.
func (h *History) ObserveApprox(content string) bool { return h.learnAll(content, roughly) }

// learnAll records the whole content and reports whether it fits the known one.
func (h *History) learnAll(content string, as func(string) text) bool {
	lines := Lines(content)
	if len(lines) > MaxLines || h.closed && len(lines) != len(h.now) || len(lines) < len(h.now) || !h.learn(1, lines, as) {
		return false
	}
	h.closed = true
	return true
}

// LearnFrom records some lines of the file, starting at a line number, and reports whether
// they fit what is known. A partial content may lack the end of its last line.
func (h *History) LearnFrom(number int, content string) bool {
	lines := Lines(content)
	if number < 1 || number > MaxLines {
		return false
	}
	if last := len(lines) - 1; last >= 0 && !strings.HasSuffix(lines[last], "\n") {
		if at := number + last - 1; at < len(h.now) && h.at(at).known && !strings.HasSuffix(h.at(at).words, "\n") {
			return h.learn(number, lines, exactly)
		}
		lines[last] += "\n"
	}
	return h.learn(number, lines, exactly)
}

// learn records lines from a line number on and reports whether they fit what is known.
func (h *History) learn(number int, lines []string, as func(string) text) bool {
	from := number - 1
	for i, words := range lines {
		if from+i < len(h.now) && !h.at(from+i).is(as(words)) {
			return false
		}
	}
	if !h.ensureLines(from + len(lines)) {
		return false
	}
	for i, words := range lines {
		t := as(words)
		if !t.rough {
			h.count(words)
		}
		*h.at(from + i) = h.at(from + i).better(t)
	}
	return true
}

func (h *History) count(words string) {
	switch {
	case strings.HasPrefix(words, "\t"):
		h.tabs++
	case strings.HasPrefix(words, "  "):
		h.blanks++
	}
}

// Content returns the current content of the file, and false if it is not known exactly.
func (h *History) Content() (string, bool) {
	if !h.closed {
		return "", false
	}
	var b strings.Builder
	for i := range h.now {
		t := h.at(i)
		if !t.known || t.rough {
			return "", false
		}
		b.WriteString(t.words)
	}
	return b.String(), true
}

// First returns the first content of the file, and false if it is not known exactly.
func (h *History) First() (string, bool) {
	if !h.closed {
		return "", false
	}
	var b strings.Builder
	for _, t := range h.old {
		if !t.known || t.rough {
			return "", false
		}
		b.WriteString(t.words)
	}
	return b.String(), true
}

// Size returns the number of lines of the current file that are tracked.
func (h *History) Size() int { return len(h.now) }

// Blank reports whether nothing is known of the file.
func (h *History) Blank() bool { return !h.closed && len(h.now) == 0 }

// New reports whether the file did not exist at first.
func (h *History) New() bool { return h.isNew }

// SetContent records the content of the file after a change. It reports whether that was
// possible: the whole content before the change must be known.
func (h *History) SetContent(content string) bool {
	after := Lines(content)
	if !h.closed || len(after) > MaxLines {
		return false
	}
	exact := map[string]string{}
	for _, words := range after {
		h.count(words)
		exact[untab(words)] = words
	}
	before := make([]string, len(h.now))
	for i := range h.now {
		t := h.at(i)
		if !t.known {
			return false
		}
		if words, ok := exact[t.words]; ok && t.rough {
			*t = exactly(words)
		}
		before[i] = t.words
	}
	next := make([]line, 0, len(after))
	for _, s := range compare(before, after) {
		switch {
		case s.before >= 0 && s.after >= 0:
			next = append(next, h.now[s.before])
		case s.after >= 0:
			next = append(next, line{added: exactly(after[s.after])})
		}
	}
	h.now = next
	return true
}
