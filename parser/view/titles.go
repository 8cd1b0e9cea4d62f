package view

import "unspool/parser"

// A titles value caches the first words of turns of the main conversation, for one revision.
// The outline, tables and each answer of a search name turns, and a browser takes about a
// millisecond to read each of their prompts, which are far apart in the file.
type titles struct {
	revision int
	of       map[int32]title // by turn
}

type title struct{ text, flavor string }

// mostTitles limits the number of cached titles: about 1 MB.
const mostTitles = 5000

// turnName returns the first words of a turn of the main conversation, at most 160 bytes, and
// the flavor of its prompt.
func (v *rowReader) turnName(s *parser.Session, turn int32) (text, flavor string) {
	cache := &v.list(s).titles
	if cache.of == nil || cache.revision != s.Revision() || len(cache.of) >= mostTitles {
		*cache = titles{s.Revision(), map[int32]title{}}
	}
	one, known := cache.of[turn]
	if !known {
		one = v.titleOf(s.Main, turn)
		if one.text != "" && int(turn)+1 < len(s.Main.Turns) { // the last turn may still get more
			cache.of[turn] = one
		}
	}
	return one.text, one.flavor
}

func (v *rowReader) titleOf(c *parser.Conversation, turn int32) (one title) {
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
