package viewtest

import (
	"reflect"

	"unspool/parser/view"
	"unspool/parser/view/protocol"
)

// An AnyRow has the members of all kinds of rows, for tests that compare rows of any kind.
// Those that a kind does not have are zero.
type AnyRow struct {
	protocol.RowBase
	protocol.RowText
	Kind, Flavor, Event, Name, Of, Unanswered string
	Code                                      string
	Took, Typed                               float64
	More                                      int
	Chips                                     []protocol.Chip
	From                                      []protocol.Sender
	Media                                     []protocol.Media
	Cites                                     []protocol.Field
	Tool                                      *protocol.Tool
	Run                                       *protocol.AgentRun
	Fold                                      *protocol.Fold
	Series                                    *protocol.Series
	Link                                      *protocol.Link
	Retry                                     *protocol.Retry
	Compacted                                 *protocol.Compacted
}

// AnyRowOf returns the members of a row. It panics if AnyRow misses one of them.
func AnyRowOf(row protocol.Row) AnyRow {
	out := AnyRow{Kind: row.Kind()}
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

// An AnyPage is a page of rows of any kind.
type AnyPage struct {
	protocol.Page
	Rows []AnyRow
}

// PageAt returns a page of rows.
func PageAt(v *view.Viewer, session, from, count int) AnyPage {
	page := AnyPage{Page: v.Rows(session, from, count)}
	for _, row := range page.Page.Rows {
		page.Rows = append(page.Rows, AnyRowOf(row))
	}
	return page
}

// RowsAt returns the rows of a page.
func RowsAt(v *view.Viewer, session, from, count int) []AnyRow {
	return PageAt(v, session, from, count).Rows
}

// OpenAll opens every agent, series, branch and range of copied records.
func OpenAll(v *view.Viewer, session int) {
	for at := 0; at < v.Rows(session, 0, 1).Total; at++ {
		row := RowsAt(v, session, at, 1)[0]
		switch row.Kind {
		case "branch", "attempts", "series", "copied":
			v.Expand(session, row.Key, true)
		default:
			if row.Run != nil && row.Run.Rows > 0 {
				v.Expand(session, row.Key, true)
			}
		}
	}
}
