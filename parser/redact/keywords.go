package redact

// A keywordSet finds many words in a text in one pass, without regard to the case of ASCII letters:
// the automaton of Aho and Corasick, with one column per character that occurs in a word.
type keywordSet struct {
	class [256]uint8 // of a byte: its column; 0 is for bytes that occur in no word
	width int
	next  []int32   // by state and column; at last, where the row of the next state begins, or ^ that if a word ends there
	words [][]int32 // the words that end in a state
}

func newKeywordSet(words []string) *keywordSet {
	k := &keywordSet{width: 1}
	for _, w := range words {
		for i := range len(w) {
			if c := lower(w[i]); k.class[c] == 0 {
				k.class[c] = uint8(k.width)
				k.width++
			}
		}
	}
	for c := 'A'; c <= 'Z'; c++ {
		k.class[c] = k.class[lower(byte(c))]
	}
	k.state()
	for id, w := range words {
		at := int32(0)
		for i := range len(w) {
			cell := int(at)*k.width + int(k.class[w[i]])
			if k.next[cell] == 0 {
				added := k.state()
				k.next[cell] = added
			}
			at = k.next[cell]
		}
		k.words[at] = append(k.words[at], int32(id))
	}
	k.link()
	for cell, state := range k.next {
		row := state * int32(k.width)
		if k.words[state] != nil {
			row = ^row
		}
		k.next[cell] = row
	}
	return k
}

// state adds a state and returns its number.
func (k *keywordSet) state() int32 {
	k.next = append(k.next, make([]int32, k.width)...)
	k.words = append(k.words, nil)
	return int32(len(k.words) - 1)
}

// link adds the transitions for texts that leave a word before its end.
func (k *keywordSet) link() {
	fail := make([]int32, len(k.words))
	var queue []int32
	for c := range k.width {
		if s := k.next[c]; s != 0 {
			queue = append(queue, s)
		}
	}
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		k.words[s] = append(k.words[s], k.words[fail[s]]...)
		for c := range k.width {
			cell, other := int(s)*k.width+c, k.next[int(fail[s])*k.width+c]
			if child := k.next[cell]; child != 0 {
				fail[child] = other
				queue = append(queue, child)
			} else {
				k.next[cell] = other
			}
		}
	}
}

// find calls visit for each word in b, with its number and the index after it.
func (k *keywordSet) find(b []byte, visit func(word int32, end int)) {
	row := int32(0)
	for i, c := range b {
		row = k.next[row+int32(k.class[c])]
		if row < 0 {
			row = ^row
			for _, w := range k.words[int(row)/k.width] {
				visit(w, i+1)
			}
		}
	}
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
