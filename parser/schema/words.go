package schema

import (
	_ "embed"
	"iter"
	"strings"

	"unspool/parser/transcript"
)

//go:embed words.txt
var list string

// words are the words that a report may contain.
type words struct {
	keys, kinds, tools map[string]bool
	pieces             map[string]bool // of keys and kinds, in lower case
}

// A Vocabulary has the words of the format, which are no names that people use.
type Vocabulary struct{ words *words }

// NewVocabulary returns the words of the format.
func NewVocabulary() *Vocabulary { return &Vocabulary{readWords(list)} }

// IsKey reports whether a key is one of the members of records that are known.
func (v *Vocabulary) IsKey(key string) bool { return v.words.keys[key] }

// IsValue reports whether a text is the known value of a member that has few values: a type, a state, or the name of
// a built-in tool.
func (v *Vocabulary) IsValue(text string) bool { return v.words.kinds[text] || v.words.tools[text] }

// All yields the words.
func (v *Vocabulary) All() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, known := range []map[string]bool{v.words.keys, v.words.kinds, v.words.tools} {
			for word := range known {
				if !yield(word) {
					return
				}
			}
		}
	}
}

func readWords(list string) *words {
	w := &words{map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}}
	sections := map[string]map[string]bool{"[keys]": w.keys, "[kinds]": w.kinds, "[tools]": w.tools}
	var into map[string]bool
	for line := range strings.Lines(list) {
		fields := strings.Fields(line)
		switch {
		case len(fields) == 0 || fields[0] == "#":
		case sections[fields[0]] != nil:
			into = sections[fields[0]]
		default:
			for _, word := range fields {
				into[word] = true
			}
		}
	}
	w.addRecordTypes()
	for _, known := range []map[string]bool{w.keys, w.kinds} {
		for word := range known {
			for _, piece := range pieces(word) {
				w.pieces[piece] = true
			}
		}
	}
	return w
}

// addRecordTypes adds the types and subtypes of records, and the members of their summaries.
func (w *words) addRecordTypes() {
	for label, members := range transcript.RecordTypeNames() {
		for kind := range strings.SplitSeq(label, "/") {
			w.kinds[kind] = true
		}
		for path := range strings.FieldsSeq(members.Label + " " + members.Text) {
			for key := range strings.FieldsFuncSeq(path, func(c rune) bool { return c == '.' || c == '|' }) {
				w.keys[key] = true
			}
		}
	}
}

// longest limits the length of a word, in bytes.
const longest = 60

// key returns a key if it may be named, or "*".
func (w *words) key(s string) string {
	if w.keys[s] || w.compound(s) {
		return s
	}
	return "*"
}

// kind returns the type of a record, block or the like if it may be named, or "other".
func (w *words) kind(s string) string {
	if w.kinds[s] || w.compound(s) {
		return s
	}
	return "other"
}

// value returns the value of a field that has few values, or "other".
func (w *words) value(s string) string {
	if w.kinds[s] {
		return `"` + s + `"`
	}
	return "other"
}

// tool returns the name of a built-in tool; the names of all others belong to their owners.
func (w *words) tool(s string) string {
	switch {
	case w.tools[s]:
		return s
	case strings.HasPrefix(s, "mcp__"):
		return "mcp"
	}
	return "other"
}

// compound reports whether a word consists of at least two pieces of known words.
func (w *words) compound(s string) bool {
	if len(s) > longest {
		return false
	}
	parts := pieces(s)
	for _, piece := range parts {
		if !w.pieces[piece] {
			return false
		}
	}
	return len(parts) > 1
}

// pieces splits "hook_event", "hook-event" and "hookEvent" into "hook" and "event". A word
// with anything but letters, digits, "_" and "-" in it has no pieces.
func pieces(s string) []string {
	var parts []string
	from := 0
	cut := func(to int) {
		if to > from {
			parts = append(parts, strings.ToLower(s[from:to]))
		}
		from = to
	}
	for i, c := range s {
		switch {
		case c == '_' || c == '-':
			cut(i)
			from = i + 1
		case !isLower(c) && !isUpper(c) && !('0' <= c && c <= '9'):
			return nil
		case isUpper(c) && i > 0 && !isUpper(rune(s[i-1])):
			cut(i)
		}
	}
	cut(len(s))
	return parts
}

// isLower reports whether c is a lower-case ASCII letter.
func isLower(c rune) bool { return 'a' <= c && c <= 'z' }

// isUpper reports whether c is an upper-case ASCII letter.
func isUpper(c rune) bool { return 'A' <= c && c <= 'Z' }
