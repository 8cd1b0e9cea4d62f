package filter

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// MaxWords limits the text that lists kinds, in bytes: it can come from an address.
const MaxWords = 64 << 10

// toolPrefix is the prefix of a tool name in a list of kinds: "tool:Bash". In the name,
// %XX stands for a byte, as in URLs, so that names can contain spaces.
const toolPrefix = "tool:"

// Parse parses two lists of kinds and tools, each separated by spaces: the rows to show,
// "" for all, and those to hide. The error is an [*Error].
func Parse(show, hide string) (Filter, error) {
	shown, err := parseSets(show)
	if err != nil {
		return Filter{}, err
	}
	hidden, err := parseSets(hide)
	if err != nil {
		return Filter{}, err
	}
	return Filter{Show: shown, Hide: hidden}, nil
}

// parseSets parses a list of kinds and tools. It returns no set if the list is empty.
func parseSets(text string) ([]Set, error) {
	if len(text) > MaxWords {
		return nil, &Error{Code: TooLong}
	}
	set := Set{Tools: map[string]bool{}}
	words := strings.Fields(text)
	for _, word := range words {
		if tool, ok := strings.CutPrefix(word, toolPrefix); ok && tool != "" {
			set.Tools[unescape(tool)] = true
			continue
		}
		index := slices.Index(kindNames[:], word)
		if index < 0 {
			return nil, &Error{Code: UnknownKind, Value: head(word)}
		}
		set.Kinds |= 1 << index
	}
	if len(words) == 0 {
		return nil, nil
	}
	return []Set{set}, nil
}

// unescape decodes %XX sequences. Invalid sequences are kept as they are.
func unescape(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '%' && i+2 < len(text) {
			if value, err := strconv.ParseUint(text[i+1:i+3], 16, 8); err == nil {
				b.WriteByte(byte(value))
				i += 2
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// lastTurn is the end of an open-ended range of turns.
const lastTurn = 1_000_000_000

// ParseTurns parses an inclusive range of turns or prompts: "12-18", "12", "12-" or "-5"; "" stands
// for all. The error is an [*Error].
func ParseTurns(text string) (Range, error) {
	trimmed := strings.TrimSpace(text)
	if trimmed == "" {
		return Range{}, nil
	}
	from, to, isRange := strings.Cut(trimmed, "-")
	if !isRange {
		to = from
	}
	first, isFirst := parseTurn(from, 1)
	last, isLast := parseTurn(to, lastTurn)
	if !isFirst || !isLast || first < 1 || last < first || trimmed == "-" {
		return Range{}, &Error{Code: InvalidTurns, Value: head(trimmed)}
	}
	return Range{first, last}, nil
}

// parseTurn parses the number of a turn, which is missing if the text is empty. It reports
// whether the text is a number.
func parseTurn(text string, missing int) (int, bool) {
	if text = strings.TrimSpace(text); text == "" {
		return missing, true
	}
	n := 0
	for _, c := range []byte(text) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = min(10*n+int(c-'0'), lastTurn)
	}
	return n, true
}

// A Code identifies what is wrong with the text of a filter.
type Code string

// The codes, and what Error.Value is.
const (
	InvalidTurns Code = "invalid-turns" // the text
	UnknownKind  Code = "unknown-kind"  // the word
	TooLong      Code = "too-long"      // nothing
)

// An Error is the error of a text that is not a filter.
type Error struct {
	Code  Code
	Value string // at most 40 bytes of what is wrong
}

// Error returns a sentence that names the wrong value and the expected one. The page makes its own
// from the code and the value.
func (e *Error) Error() string {
	switch e.Code {
	case InvalidTurns:
		return fmt.Sprintf("there are no turns or prompts “%s”: "+
			"give one number or two, such as 12, 12-18, 12- or -5; the first is 1", e.Value)
	case UnknownKind:
		return fmt.Sprintf("there is no kind of rows “%s”: the kinds are %s, with spaces between them",
			e.Value, strings.Join(kindNames[:], " "))
	}
	return fmt.Sprintf("there are too many kinds of rows: more than %d bytes of them", MaxWords)
}

// head returns at most 40 bytes of a text, without an incomplete character at the end.
func head(text string) string {
	end := min(len(text), 40)
	for end > 0 && end < len(text) && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}
