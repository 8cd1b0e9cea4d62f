//go:build js && wasm

package main

import (
	"fmt"
	"syscall/js"

	"github.com/norunners/vert"

	"unspool/parser/view/find"
	"unspool/parser/view/usage"
)

// A question is a query about a session, with its arguments. Questions in
// web/src/worker/protocol.ts describes the arguments and results.
type question struct {
	name   string
	answer func(a *api, session int, given []js.Value) (any, error)
}

// questions and the other tables of functions are slices: the linker lays them out
// statically, while a map is built by code.
var questions = []question{
	{"diagnostics", func(a *api, session int, _ []js.Value) (any, error) {
		return a.bulk.value(a.viewer.Diagnostics(session)), nil
	}},
	{"usage", func(a *api, session int, _ []js.Value) (any, error) {
		return toJS(a.viewer.Usage(session))
	}},
	{"usageTurns", func(a *api, session int, given []js.Value) (any, error) {
		by, from, count := sorting(given)
		return a.bulk.value(a.viewer.UsageTurns(session, by, from, count)), nil
	}},
	{"usageAgents", func(a *api, session int, given []js.Value) (any, error) {
		by, from, count := sorting(given)
		return a.bulk.value(a.viewer.UsageAgents(session, by, from, count)), nil
	}},
	{"usageTools", func(a *api, session int, _ []js.Value) (any, error) {
		return a.bulk.value(a.viewer.UsageTools(session)), nil
	}},
	{"usageContext", func(a *api, session int, _ []js.Value) (any, error) {
		course := a.viewer.UsageContext(session)
		return columns(course.Columns()), nil
	}},
	{"usageRate", func(a *api, session int, _ []js.Value) (any, error) {
		course := a.viewer.UsageRate(session)
		return columns(course.Columns()), nil
	}},
	{"usageAddress", func(a *api, session int, given []js.Value) (any, error) {
		return a.viewer.UsageAddress(session, given[0].Int()), nil
	}},
	{"inspect", func(a *api, session int, given []js.Value) (any, error) {
		return toJS(a.viewer.Inspect(session, given[0].String()))
	}},
	{"record", func(a *api, session int, given []js.Value) (any, error) {
		return toJS(a.viewer.RecordAt(session, given[0].Int(), int64(given[1].Float())))
	}},
	{"filter", func(a *api, session int, given []js.Value) (any, error) {
		row, ok, err := a.viewer.Filter(session, given[0].String(), given[1].String(), given[2].String(), given[3].String())
		return rowIndex(row, ok), err
	}},
	{"near", func(a *api, session int, given []js.Value) (any, error) {
		return rowIndex(a.viewer.Nearest(session, given[0].String())), nil
	}},
	{"step", func(a *api, session int, given []js.Value) (any, error) {
		return rowIndex(a.viewer.Step(session, given[0].Int(), given[1].Int(), given[2].Bool())), nil
	}},
	{"turn", func(a *api, session int, given []js.Value) (any, error) {
		return rowIndex(a.viewer.TurnAt(session, given[0].Int())), nil
	}},
	{"choices", func(a *api, session int, _ []js.Value) (any, error) {
		return toJS(a.viewer.FilterOptions(session))
	}},
	{"agents", func(a *api, session int, given []js.Value) (any, error) {
		return a.bulk.value(a.viewer.AgentOptions(session, given[0].Int())), nil
	}},
	{"matches", func(a *api, session int, given []js.Value) (any, error) {
		query := find.MatchQuery{Text: given[0].String(), Options: given[1].String(), Kinds: given[2].String(),
			Tools: given[3].String(), Agent: given[4].String()}
		found, err := a.viewer.Matches(session, query, given[5].Int())
		if err != nil {
			return nil, err
		}
		return a.bulk.value(found), nil
	}},
	{"touched", func(a *api, session int, given []js.Value) (any, error) {
		return a.bulk.value(a.viewer.ChangedFiles(session, given[0].Int())), nil
	}},
	{"touches", func(a *api, session int, given []js.Value) (any, error) {
		return a.bulk.value(a.viewer.FileOps(session, given[0].String(), given[1].Int())), nil
	}},
	{"fileOf", func(a *api, session int, given []js.Value) (any, error) {
		return a.viewer.FileOf(session, given[0].String()), nil
	}},
	{"net", func(a *api, session int, given []js.Value) (any, error) {
		return toJS(a.viewer.NetDiff(session, given[0].String(), given[1].Int()))
	}},
	{"patch", func(a *api, session int, given []js.Value) (any, error) {
		return a.bulk.value(a.viewer.Patch(session, given[0].Int())), nil
	}},
	{"ledger", func(a *api, session int, _ []js.Value) (any, error) {
		return toJS(a.viewer.Ledgers(session))
	}},
	{"shape", func(a *api, session int, given []js.Value) (any, error) {
		return toJS(a.viewer.Shape(session, given[0].Int()))
	}},
	{"outline", func(a *api, session int, given []js.Value) (any, error) {
		return a.bulk.value(a.viewer.Outline(session, given[0].Int(), given[1].Int())), nil
	}},
}

// toJS converts a struct to JavaScript.
func toJS(answer any) (any, error) { return vert.ValueOf(answer).JSValue(), nil }

// ask answers a question by its name.
func (a *api) ask(args []js.Value) (any, error) {
	name := args[0].String()
	for _, list := range [][]question{questions, timelineQuestions} {
		for _, q := range list {
			if q.name == name {
				return q.answer(a, args[1].Int(), args[2:])
			}
		}
	}
	return nil, fmt.Errorf("there is no question %q", name)
}

// sorting parses the order of a table, and the requested range of rows.
func sorting(given []js.Value) (by usage.Sorting, from, count int) {
	return usage.Sorting{Column: given[0].String(), Down: given[1].Bool()}, given[2].Int(), given[3].Int()
}
