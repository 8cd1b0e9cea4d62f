package price

import (
	"fmt"

	"unspool/parser/record"
)

// Columns is the number of columns that each row of a price table needs.
const Columns = 9

// A Code identifies what is wrong with a price table.
type Code string

// The codes, and what Error.Column is, if not the column of Error.Value.
const (
	TooFewColumns Code = "too-few-columns" // the number of columns
	InvalidDate   Code = "invalid-date"
	InvalidPrice  Code = "invalid-price"
	InvalidTier   Code = "invalid-tier"
)

// An Error is the error of a text that is not a price table.
type Error struct {
	Code   Code
	Line   int    // from 1
	Column int    // from 1
	Value  string // at most 40 bytes of the column
}

// Error returns a sentence that names the wrong value and the expected one. The page makes its own
// from the code and the values.
func (e *Error) Error() string {
	if e.Code == TooFewColumns {
		return fmt.Sprintf("line %d: only %d columns, want at least %d", e.Line, e.Column, Columns)
	}
	want := map[Code]string{
		InvalidDate:  `a date, such as 2026-01-31, or "-"`,
		InvalidPrice: "a price in USD per million tokens",
		InvalidTier:  `a tier: "-", "fast", or such as ">200000"`,
	}
	return fmt.Sprintf("line %d, column %d: %q is not %s", e.Line, e.Column, e.Value, want[e.Code])
}

// invalid returns the error of a column, an index into the columns of a row.
func invalid(code Code, f []string, column int) *Error {
	return &Error{Code: code, Column: column + 1, Value: string(record.Prefix([]byte(f[column]), 40))}
}
