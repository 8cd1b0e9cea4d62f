package view

import (
	"unspool/parser/view/filter"
)

// sessionFilters are the filters of one session.
type sessionFilters struct {
	page        filter.Filter // the rows that the page keeps
	reader      filter.Filter // those of them that the reader wants to see
	pageChanges int           // number of times that the page changed its filter
}

// combined returns the filter of the rows that are shown.
func (f *sessionFilters) combined() filter.Filter { return f.page.And(f.reader) }
