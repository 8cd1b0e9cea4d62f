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

// Narrow sets which rows a session has from now on: those of some turns, "12-18", "12",
// "12-" or "-5" ("" for all), and of some kinds. show lists the kinds to keep ("" for
// all), and hide those to leave out: see [filter.Parse].
//
// It applies to everything that is about rows: their number, [Viewer.Find],
// [Viewer.Search]. Statistics and diagnostics remain those of the whole session. Narrow
// can be called before the session is known.
func (v *rowReader) Narrow(session int, turns, show, hide string) error {
	kept, err := filter.ParseTurns(turns)
	if err != nil {
		return err
	}
	f := v.filters[session]
	if f.page, err = filter.Parse(show, hide); err != nil {
		return err
	}
	f.page.Turns = kept
	f.pageChanges++
	v.setFilters(session, f)
	return nil
}

// Filter sets what the reader wants to see of the rows that [Viewer.Narrow] kept. show
// and hide are as in Narrow. If agent, an agent's id, is not empty, only the rows of
// that agent are kept. key is the key of the row that is being read. Filter returns the
// new index of that row, or of the nearest remaining row, or -1 if there are none.
func (v *rowReader) Filter(session int, show, hide, agent, key string) (int, error) {
	reader, err := filter.Parse(show, hide)
	if err != nil {
		return -1, err
	}
	reader.Agent = agent
	f := v.filters[session]
	f.reader = reader
	s := v.Store.Session(session)
	if s == nil {
		v.setFilters(session, f)
		return -1, nil
	}
	l := v.list(s)
	c, at := l.placeOf(l.indexOf(key))
	v.setFilters(session, f)
	l.refresh()
	if i := l.indexOf(key); i >= 0 {
		return i, nil
	}
	return l.near(c, at), nil
}

func (v *rowReader) setFilters(session int, f sessionFilters) {
	v.filters[session] = f
	if s := v.Store.Session(session); s != nil && v.lists[s] != nil {
		v.lists[s].setFilters(f)
	}
}
