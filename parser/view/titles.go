package view

import "unspool/parser"

// Titles keep the first words of turns of the main conversation, as of a revision: the
// outline, tables and each answer of a search name turns, and a browser takes about a
// millisecond to read each of their prompts, which stand far apart in the file.
type titles struct {
	revision int
	of       map[int32]title // by turn
}

type title struct{ text, flavor string }

// mostTitles bounds what is kept: about 1 MB.
const mostTitles = 5000

// turnName gives the first words of a turn of the main conversation, at most 160
// bytes, and who says them.
func (v *Viewer) turnName(s *parser.Session, turn int32) (text, flavor string) {
	cache := &v.list(s).titles
	if cache.of == nil || cache.revision != s.Revision() || len(cache.of) >= mostTitles {
		*cache = titles{s.Revision(), map[int32]title{}}
	}
	one, known := cache.of[turn]
	if !known {
		one = v.titleOf(s.Main, turn)
		if one.text != "" && int(turn)+1 < len(s.Main.Turns) { // of the last one more may come
			cache.of[turn] = one
		}
	}
	return one.text, one.flavor
}

func (v *Viewer) titleOf(c *parser.Conversation, turn int32) (one title) {
	t := &c.Turns[turn]
	to := len(c.Items)
	if int(turn)+1 < len(c.Turns) {
		to = int(c.Turns[turn+1].First)
	}
	one.text, one.flavor = v.opening(c, int(t.First), to)
	if t.Driver == parser.ClassOther {
		one.flavor = "unrecorded"
	}
	return one
}
