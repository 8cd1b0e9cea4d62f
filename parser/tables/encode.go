package tables

import (
	"bufio"
	"encoding/json"
	"io"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// A Format is the format of the files of tables.
type Format string

// The formats.
const (
	Parquet Format = "parquet"
	CSV     Format = "csv"
	NDJSON  Format = "ndjson" // one JSON object on each line
)

// An encoder writes rows of a table.
type encoder[T any] interface {
	Write(rows []T) (int, error)
	Close() error
}

// newEncoder returns an encoder that writes the rows of a table to a file. A partitioned table has no columns
// for its partition: the names of its folders hold them.
func newEncoder[T any](out io.Writer, format Format, partitioned bool) encoder[T] {
	if format == Parquet {
		return newParquetEncoder[T](out, partitioned)
	}
	e := &textEncoder[T]{out: bufio.NewWriter(out), columns: columnsOf[T](partitioned)}
	if format == CSV {
		e.row = csvRow
		for i, c := range e.columns {
			if i > 0 {
				e.line = append(e.line, ',')
			}
			e.line = append(e.line, quoted(c.name)...)
		}
		e.line = append(e.line, "\r\n"...)
	} else {
		e.row = jsonRow
	}
	return e
}

// A column is a column of a table.
type column struct {
	name  string
	field []int // index of its field
}

// columnsOf returns the columns of a table, which its struct tags name.
func columnsOf[T any](partitioned bool) []column {
	var columns []column
	for _, field := range reflect.VisibleFields(reflect.TypeFor[T]()) {
		name, _, _ := strings.Cut(field.Tag.Get("parquet"), ",")
		if name == "" || partitioned && slices.Contains(partitionColumns(), name) {
			continue
		}
		columns = append(columns, column{name, field.Index})
	}
	return columns
}

// partitionColumns returns the names of the columns by which tables are partitioned.
func partitionColumns() []string {
	var names []string
	for _, c := range columnsOf[Partition](false) {
		names = append(names, c.name)
	}
	return names
}

// A textEncoder writes rows as text.
type textEncoder[T any] struct {
	out     *bufio.Writer
	columns []column
	line    []byte
	row     func(line []byte, columns []column, row reflect.Value) []byte
}

func (e *textEncoder[T]) Write(rows []T) (int, error) {
	for i := range rows {
		e.line = e.row(e.line, e.columns, reflect.ValueOf(&rows[i]).Elem())
		if _, err := e.out.Write(e.line); err != nil {
			return i, err
		}
		e.line = e.line[:0]
	}
	return len(rows), nil
}

func (e *textEncoder[T]) Close() error {
	e.out.Write(e.line) // the header of an empty table; Flush returns the error
	return e.out.Flush()
}

// csvRow appends a row as CSV according to RFC 4180. Null is an empty field without quotes.
func csvRow(line []byte, columns []column, row reflect.Value) []byte {
	for i, c := range columns {
		if i > 0 {
			line = append(line, ',')
		}
		switch v := valueOf(row.FieldByIndex(c.field)).(type) {
		case nil:
		case string:
			line = append(line, quoted(defuse(v))...)
		case time.Time:
			line = v.AppendFormat(line, timeLayout)
		case bool:
			line = strconv.AppendBool(line, v)
		case int64:
			line = strconv.AppendInt(line, v, 10)
		case float64:
			line = strconv.AppendFloat(line, v, 'g', -1, 64)
		}
	}
	return append(line, "\r\n"...)
}

// timeLayout is the form of a time in a text: ISO 8601 in UTC.
const timeLayout = "2006-01-02T15:04:05.000Z"

// jsonRow appends a row as a JSON object on one line.
func jsonRow(line []byte, columns []column, row reflect.Value) []byte {
	for i, c := range columns {
		line = append(line, "{,"[min(i, 1)], '"')
		line = append(append(line, c.name...), `":`...)
		value := valueOf(row.FieldByIndex(c.field))
		if at, ok := value.(time.Time); ok {
			value = at.Format(timeLayout)
		}
		text, err := json.Marshal(value)
		if err != nil {
			text = []byte("null") // no value of a column has an error
		}
		line = append(line, text...)
	}
	return append(line, "}\n"...)
}

// valueOf returns the value of a field: nil for null, a string, bool, int64, float64, or a time in UTC.
func valueOf(field reflect.Value) any {
	switch v := field.Interface().(type) {
	case string:
		if v == "" {
			return nil
		}
		return v
	case Time:
		if v == 0 {
			return nil
		}
		return time.UnixMilli(int64(v)).UTC()
	case *int64:
		if v == nil {
			return nil
		}
		return *v
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil
		}
		return v
	default:
		return v
	}
}

func quoted(text string) string { return `"` + strings.ReplaceAll(text, `"`, `""`) + `"` }

// defuse puts an apostrophe before what a spreadsheet would run as a formula: at the beginning of a text, and
// after each separator or line break, since a program may split the text there. A quote does not change that: after
// another separator, two of them are an empty text, and what follows is added to it.
func defuse(text string) string {
	var out strings.Builder
	atStart := true
	for i, r := range text {
		isSeparator := strings.ContainsRune(",;|\t\r\n", r)
		if atStart && strings.ContainsRune("=+-@＝＋－＠", r) || i == 0 && (r == '\t' || r == '\r') {
			out.WriteByte('\'')
		}
		out.WriteRune(r)
		atStart = isSeparator || atStart && (r == '"' || unicode.IsSpace(r) || unicode.Is(unicode.Cf, r))
	}
	return out.String()
}
