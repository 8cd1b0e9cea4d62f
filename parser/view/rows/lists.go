package rows

import (
	"unspool/parser"
	"unspool/parser/view/filter"
	"unspool/parser/view/internal/memo"
)

// Lists holds the list of rows of each session of a store, with the filters of the page and of
// its reader, and with the open rows. Lists are made from the index alone: no record is read.
type Lists struct {
	store     *parser.Store
	bySession memo.EverySession[*List] // not a PerSession: the open rows cannot be derived again
	filters   map[int]sessionFilters   // by session index, also of sessions to come
}

func newLists(store *parser.Store) *Lists {
	return &Lists{store: store, filters: map[int]sessionFilters{}}
}

// sessionFilters are the filters of one session.
type sessionFilters struct {
	page        filter.Filter // the rows that the page keeps
	reader      filter.Filter // those of them that the reader wants to see
	pageChanges int           // number of times that the page changed its filter
}

// combined returns the filter of the rows that are shown.
func (f *sessionFilters) combined() filter.Filter { return f.page.With(f.reader) }

// of returns the rows of a session, brought up to date.
func (ls *Lists) of(s *parser.Session) *List {
	l := ls.bySession.Of(s)
	if *l == nil {
		*l = newList(s, ls.filters[s.Place])
	}
	(*l).refresh()
	return *l
}

// At returns the rows of the session with an index. The second result is false if there is
// no such session.
func (ls *Lists) At(session int) (*List, bool) {
	s := ls.store.Session(session)
	if s == nil {
		return nil, false
	}
	return ls.of(s), true
}

// Narrow sets which rows a session has from now on: those of some turns, "12-18", "12",
// "12-" or "-5" ("" for all), those of some prompts, given alike, and of some kinds. show lists the kinds to keep ("" for
// all), and hide those to leave out: see [filter.Parse].
//
// It applies to all queries about rows, such as their number and the results of Find.
// Statistics and diagnostics remain those of the whole session. Narrow can be called
// before the session is known.
func (ls *Lists) Narrow(session int, turns, prompts, show, hide string) error {
	turnRange, err := filter.ParseTurns(turns)
	if err != nil {
		return err
	}
	promptRange, err := filter.ParseTurns(prompts)
	if err != nil {
		return err
	}
	f := ls.filters[session]
	if f.page, err = filter.Parse(show, hide); err != nil {
		return err
	}
	f.page.Turns, f.page.Prompts = turnRange, promptRange
	f.pageChanges++
	ls.setFilters(session, f)
	return nil
}

// Filter sets the reader's filter of the rows that Narrow kept. show and hide are
// as in Narrow. If agent, an agent's id, is not empty, only the rows of that agent are
// kept. key is the key of the row that is being read. Filter returns the new index of that
// row, or of the nearest remaining row. The second result is false if there are no rows.
func (ls *Lists) Filter(session int, show, hide, agent, key string) (int, bool, error) {
	reader, err := filter.Parse(show, hide)
	if err != nil {
		return 0, false, err
	}
	reader.Agent = agent
	f := ls.filters[session]
	f.reader = reader
	l, ok := ls.At(session)
	if !ok {
		ls.setFilters(session, f)
		return 0, false, nil
	}
	c, at := l.placeOf(key)
	ls.setFilters(session, f)
	l.refresh()
	i, ok := l.IndexOf(key)
	if !ok {
		i, ok = l.near(c, at)
	}
	return i, ok, nil
}

func (ls *Lists) setFilters(session int, f sessionFilters) {
	ls.filters[session] = f
	if s := ls.store.Session(session); s != nil {
		if l := *ls.bySession.Of(s); l != nil {
			l.setFilters(f)
		}
	}
}

// Expand shows or hides the rows of an agent or of a fold. It returns the index of the row
// with that key. The second result is false if there is none.
func (ls *Lists) Expand(session int, key string, open bool) (int, bool) {
	l, ok := ls.At(session)
	if !ok {
		return 0, false
	}
	l.set(key, open)
	return l.IndexOf(key)
}

// ExpandAll shows or hides the rows of all series and of all lines of background records.
func (ls *Lists) ExpandAll(session int, open bool) {
	if l, ok := ls.At(session); ok {
		l.setFolds(open)
	}
}

// ShowBackground shows the background records of a session at their places, or folds those of
// each turn into a line.
func (ls *Lists) ShowBackground(session int, shown bool) {
	if l, ok := ls.At(session); ok {
		l.setBackground(shown)
	}
}

// Find returns the index of the row that shows a record or has a key, after opening the rows
// that contain it. The second result is false if there is none.
func (ls *Lists) Find(session int, address string) (int, bool) {
	l, ok := ls.At(session)
	if !ok {
		return 0, false
	}
	return l.find(address)
}

// Nearest returns the index of the row that shows a record or has a key, like Find, or of
// the nearest remaining row. The second result is false if there are no rows.
func (ls *Lists) Nearest(session int, address string) (int, bool) {
	l, ok := ls.At(session)
	if !ok {
		return 0, false
	}
	if i, ok := l.find(address); ok {
		return i, true
	}
	if a, ok := ParseAddress(l.Session, address); ok {
		e := a.File.Records.At(RowRecord(a.File, a.Record))
		return l.near(a.File.Conversations[e.Conv], e.Item)
	}
	if a := agentAt(l.Session, address); a != nil && a.Conv != nil {
		return l.near(a.Conv, 0)
	}
	return l.near(nil, 0)
}

// Step moves from a row by a number of rows that begin with a prompt or, with failures, that show a
// failure. If steps is negative, it moves back. It returns the index of the row that it
// reaches or, if there are fewer such rows, that of the last one. The second result is false
// if there are none.
func (ls *Lists) Step(session, from, steps int, failures bool) (to int, ok bool) {
	l, ok := ls.At(session)
	if !ok {
		return 0, false
	}
	return l.step(from, steps, failures)
}

// PromptAt returns the index of the first row of the prompt with a number, among the shown
// rows. The second result is false if there is none.
func (ls *Lists) PromptAt(session, number int) (int, bool) {
	l, ok := ls.At(session)
	if !ok {
		return 0, false
	}
	return l.promptAt(number)
}
