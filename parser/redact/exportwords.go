package redact

import (
	_ "embed"
	"iter"
	"strings"
)

//go:embed exportwords.txt
var wordsOfExports string

// exportWords yields the words that exports in other formats than that of transcripts have by themselves, such as labels
// and names of members.
func (s *structure) exportWords() iter.Seq[string] {
	return func(yield func(string) bool) {
		for word := range s.words.All() {
			if !yield(word) {
				return
			}
		}
		for word := range s.heads {
			if !yield(word) {
				return
			}
		}
		for _, part := range partNames() {
			if !yield(part[1]) {
				return
			}
		}
		for word := range strings.Lines(wordsOfExports + otherWords) {
			if word[0] != '#' && !yield(word) {
				return
			}
		}
	}
}

// otherWords has the parts of the names of models, and a word with a digit, one per line.
const otherWords = "claude-opus\nclaude-sonnet\nclaude-haiku\nOpus\nSonnet\nHaiku\nutf-8\n"
