package patch

import "strings"

// MaxLines bounds a file: what is done behind so many lines is not followed.
const MaxLines = 200_000

// A History is what is known of a file, and what became of it. The zero History
// is that of a file of which nothing is known.
type History struct {
	now    []line
	old    []text // the file at first, by line; those that are gone stay
	closed bool   // now is all of the file: nothing unknown follows
	isNew  bool   // there was no such file at first
	tabs   int    // lines that are known exactly and begin with a tab …
	blanks int    // … and with a blank
}

// A line of the file as it is now: one of the first content, by its number from
// 1, or one that was added.
type line struct {
	old   int32
	added text
}

// A text is what is known of a line. A rough one stands in a recorded patch, in
// which Claude Code writes two blanks for each tab that a line begins with.
type text struct {
	words        string
	known, rough bool
}

func exactly(words string) text { return text{words, true, false} }

// roughly takes a line of a patch, which is exact unless it could have begun
// with tabs.
func roughly(words string) text { return text{words, true, strings.HasPrefix(words, "  ")} }

// is says that a line can be this one.
func (t text) is(other text) bool {
	switch {
	case !t.known || !other.known || t.words == other.words:
		return true
	case t.rough || other.rough:
		return untab(t.words) == untab(other.words)
	}
	return false
}

// better gives the one that says more of the same line.
func (t text) better(other text) text {
	if !t.known || t.rough && other.known && !other.rough {
		return other
	}
	return t
}

// untab writes two blanks for each tab that a line begins with.
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

// ensureLines sees to it that the first n lines of the file have a place; false where
// it has no more lines, or too many.
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

// Lines cuts a content into its lines.
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

// Create begins the history of a file that was not there before.
func (h *History) Create(content string) bool {
	*h = History{closed: true, isNew: true}
	return h.SetContent(content)
}

// Observe is told all that the file holds. It says whether that can be so; if not,
// the file was changed by something else, and nothing is learned.
func (h *History) Observe(content string) bool {
	return h.learnAll(content, exactly)
}

// ObserveApprox is told all that the file holds, with blanks for tabs.
func (h *History) ObserveApprox(content string) bool { return h.learnAll(content, roughly) }

func (h *History) learnAll(content string, as func(string) text) bool {
	lines := Lines(content)
	if len(lines) > MaxLines || h.closed && len(lines) != len(h.now) || len(lines) < len(h.now) || !h.learn(1, lines, as) {
		return false
	}
	h.closed = true
	return true
}

// LearnFrom is told some lines of the file, from a number on. Whoever reads a
// file may leave out the end of its last line.
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

// Content gives all that the file holds now, where that is known exactly.
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

// First gives all that the file held at first, where that is known exactly.
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

// Size is how many lines of the file have a place now.
func (h *History) Size() int { return len(h.now) }

// Blank says that nothing is known of the file.
func (h *History) Blank() bool { return !h.closed && len(h.now) == 0 }

// New says that the file was not there at first.
func (h *History) New() bool { return h.isNew }

// SetContent is told what the file holds after a change. All of what it held before
// must be known; false where it is not.
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
