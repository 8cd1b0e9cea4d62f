package find

import (
	"errors"
	"fmt"
	"strings"

	"unspool/parser/record"
	"unspool/parser/search"
)

// A Code identifies what is wrong with a query.
type Code string

// The codes, and what Error.Value is.
const (
	UnknownOption Code = "unknown-option" // the option
	UnknownKind   Code = "unknown-kind"   // the word
	TooLong       Code = "too-long"       // nothing
	TooManyWords  Code = "too-many-words" // nothing
)

// An Error is the error of a [MatchQuery] that cannot be searched for.
type Error struct {
	Code  Code
	Value string // at most 40 bytes of what is wrong
}

// Error returns a sentence that names the wrong value and the expected one. The page makes its own
// from the code and the values.
func (e *Error) Error() string {
	switch e.Code {
	case UnknownOption:
		return fmt.Sprintf("%q is not an option of a search", e.Value)
	case UnknownKind:
		return fmt.Sprintf("%q is not a kind of match: the kinds are %s, with spaces between them",
			e.Value, strings.Join(matchKinds[:], " "))
	case TooLong:
		return fmt.Sprintf("the search text is longer than %d characters", e.Limit())
	}
	return fmt.Sprintf("more than %d words can only be searched for as a phrase", e.Limit())
}

// Limit returns the limit that the query exceeds, or 0 for none.
func (e *Error) Limit() int {
	switch e.Code {
	case TooLong:
		return search.MaxQuery
	case TooManyWords:
		return search.MaxWords
	}
	return 0
}

// KindNames returns the names of the kinds of matches.
func KindNames() []string { return matchKinds[:] }

// finderError returns the error of a query for which there is no finder.
func finderError(err error) error {
	if errors.Is(err, search.ErrTooManyWords) {
		return &Error{Code: TooManyWords}
	}
	return &Error{Code: TooLong}
}

// head returns the beginning of a word of a query.
func head(word string) string { return string(record.Prefix([]byte(word), 40)) }
