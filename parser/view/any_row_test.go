package view_test

import (
	"reflect"

	"unspool/parser/view"
	"unspool/parser/view/protocol"
)

// An anyRow has the members of all kinds of rows, for tests that compare rows of any kind.
// Those that a kind does not have are zero.
type anyRow struct {
	protocol.RowBase
	protocol.RowText
	Kind, Flavor, Name, Of, Unanswered string
	Took, Typed                        float64
	More                               int
	Chips                              []protocol.Chip
	From                               []protocol.Sender
	Media                              []protocol.Media
	Cites                              []protocol.Field
	Tool                               *protocol.Tool
	Run                                *protocol.AgentRun
	Fold                               *protocol.Fold
	Series                             *protocol.Series
	Link                               *protocol.Link
	Retry                              *protocol.Retry
	Compacted                          *protocol.Compacted
}

// anyRowOf returns the members of a row. It panics if anyRow misses one of them.
func anyRowOf(row protocol.Row) anyRow {
	out := anyRow{Kind: row.Kind()}
	to, from := reflect.ValueOf(&out).Elem(), reflect.ValueOf(row).Elem()
	for i := range from.NumField() {
		field, value := to.FieldByName(from.Type().Field(i).Name), from.Field(i)
		switch {
		case from.Type().Field(i).Name == "Size": // of a row without text
			out.Size = int(value.Int())
		case field.Kind() == reflect.Pointer && value.Kind() != reflect.Pointer:
			field.Set(value.Addr())
		default:
			field.Set(value)
		}
	}
	return out
}

// An anyPage is a page of rows of any kind.
type anyPage struct {
	protocol.Page
	Rows []anyRow
}

func pageAt(v *view.Viewer, session, from, count int) anyPage {
	page := anyPage{Page: v.Rows(session, from, count)}
	for _, row := range page.Page.Rows {
		page.Rows = append(page.Rows, anyRowOf(row))
	}
	return page
}

// rowsAt returns the rows of a page.
func rowsAt(v *view.Viewer, session, from, count int) []anyRow {
	return pageAt(v, session, from, count).Rows
}
