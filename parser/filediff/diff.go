package filediff

// around is the number of context lines around a change.
const around = 3

// A change is a line of the diff from the first content to the last: '=' unchanged, '-'
// removed, '+' added.
type change struct {
	sign byte
	text text
}

// Diff returns the change from the first content to the last, with up to three known lines
// around each place, or nil if there is none. rough is true if blanks at the beginning of
// lines may have been tabs.
func (h *History) Diff() (hunks []Hunk, rough bool) {
	all := h.changes()
	before, after := 1, 1 // numbers of the current line
	last := 0             // index after the last line returned
	for i := 0; i < len(all); {
		if all[i].sign == '=' {
			before, after = before+1, after+1
			i++
			continue
		}
		from := i
		for from > last && i-from < around && all[from-1].text.known {
			from--
		}
		k := Hunk{OldStart: before - (i - from), NewStart: after - (i - from)}
		to, quiet := i, 0 // index after the last change; unchanged lines since then
		for j := i; j < len(all) && quiet <= 2*around && all[j].text.known; j++ {
			if quiet++; all[j].sign != '=' {
				to, quiet = j+1, 0
			}
		}
		for n := 0; to < len(all) && n < around && all[to].sign == '=' && all[to].text.known; n++ {
			to++
		}
		for _, c := range all[from:to] {
			k.add(c)
			rough = rough || c.text.rough
		}
		for _, c := range all[i:to] {
			if c.sign != '+' {
				before++
			}
			if c.sign != '-' {
				after++
			}
		}
		k.settle()
		hunks = append(hunks, k)
		last, i = to, to
	}
	return hunks, rough
}

// changes lists all lines as unchanged, removed or added. Lines that are the same on both
// sides of a replaced range are unchanged.
func (h *History) changes() []change {
	var all []change
	var gone, came []text
	settle := func() {
		if len(gone)+len(came) == 0 {
			return // as between most lines
		}
		before, after := words(gone), words(came)
		for _, s := range compare(before, after) {
			switch {
			case s.after < 0:
				all = append(all, change{'-', gone[s.before]})
			case s.before < 0:
				all = append(all, change{'+', came[s.after]})
			default:
				all = append(all, change{'=', gone[s.before]})
			}
		}
		gone, came = gone[:0], came[:0]
	}
	at := 0 // lines of the first content listed so far
	for i := range h.now {
		n := int(h.now[i].old)
		if n == 0 {
			came = append(came, h.now[i].added)
			continue
		}
		gone = append(gone, h.old[at:n-1]...)
		settle()
		all = append(all, change{'=', h.old[n-1]})
		at = n
	}
	gone = append(gone, h.old[at:]...)
	settle()
	return all
}

func words(list []text) []string {
	all := make([]string, len(list))
	for i, t := range list {
		all[i] = t.words
	}
	return all
}

func (k *Hunk) add(c change) {
	sign := c.sign
	if sign == '=' {
		sign = ' '
	}
	if body, ended := cutEnd(c.text.words); ended {
		k.Lines = append(k.Lines, string(sign)+body)
	} else {
		k.Lines = append(k.Lines, string(sign)+body, `\ No newline at end of file`)
	}
}

func cutEnd(words string) (string, bool) {
	if n := len(words); n > 0 && words[n-1] == '\n' {
		return words[:n-1], true
	}
	return words, false
}

// settle sets the line number of a side that has no lines to the line before the hunk.
func (k *Hunk) settle() {
	before, after := k.Sizes()
	if before == 0 {
		k.OldStart--
	}
	if after == 0 {
		k.NewStart--
	}
}

// Sizes returns the number of lines on both sides.
func (k *Hunk) Sizes() (before, after int) {
	for _, l := range k.Lines {
		switch {
		case l == "" || l[0] == ' ':
			before, after = before+1, after+1
		case l[0] == '-':
			before++
		case l[0] == '+':
			after++
		}
	}
	return before, after
}
