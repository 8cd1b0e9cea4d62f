//go:build js && wasm

package main

import (
	"fmt"
	"maps"
	"syscall/js"

	"github.com/norunners/vert"

	"unspool/parser/view"
)

// A question is asked about a session, with what is given along. Questions in
// web/src/worker/protocol.ts describes what each is given and answers.
type question func(session int, given []js.Value) (any, error)

func (a *api) questions() map[string]question {
	all := map[string]question{
		"diagnostics": func(session int, _ []js.Value) (any, error) {
			return vert.ValueOf(a.viewer.Diagnostics(session)).JSValue(), nil
		},
		"usage": func(session int, _ []js.Value) (any, error) {
			return vert.ValueOf(a.viewer.Usage(session)).JSValue(), nil
		},
		"usageTurns": func(session int, given []js.Value) (any, error) {
			by, from, count := sorting(given)
			return vert.ValueOf(a.viewer.UsageTurns(session, by, from, count)).JSValue(), nil
		},
		"usageAgents": func(session int, given []js.Value) (any, error) {
			by, from, count := sorting(given)
			return vert.ValueOf(a.viewer.UsageAgents(session, by, from, count)).JSValue(), nil
		},
		"usageTools": func(session int, _ []js.Value) (any, error) {
			return vert.ValueOf(a.viewer.UsageTools(session)).JSValue(), nil
		},
		"usageContext": func(session int, _ []js.Value) (any, error) {
			course := a.viewer.UsageContext(session)
			return columns(course.Columns()), nil
		},
		"usageRate": func(session int, _ []js.Value) (any, error) {
			course := a.viewer.UsageRate(session)
			return columns(course.Columns()), nil
		},
		"usageAddress": func(session int, given []js.Value) (any, error) {
			return a.viewer.UsageAddress(session, given[0].Int()), nil
		},
		"inspect": func(session int, given []js.Value) (any, error) {
			return vert.ValueOf(a.viewer.Inspect(session, given[0].String())).JSValue(), nil
		},
		"record": func(session int, given []js.Value) (any, error) {
			return vert.ValueOf(a.viewer.RecordAt(session, given[0].Int(), int64(given[1].Float()))).JSValue(), nil
		},
		"filter": func(session int, given []js.Value) (any, error) {
			return a.viewer.Filter(session, given[0].String(), given[1].String(), given[2].String(), given[3].String())
		},
		"near": func(session int, given []js.Value) (any, error) {
			return a.viewer.Near(session, given[0].String()), nil
		},
		"step": func(session int, given []js.Value) (any, error) {
			return a.viewer.Step(session, given[0].Int(), given[1].Int(), given[2].Bool()), nil
		},
		"turn": func(session int, given []js.Value) (any, error) {
			return a.viewer.TurnAt(session, given[0].Int()), nil
		},
		"choices": func(session int, _ []js.Value) (any, error) {
			return vert.ValueOf(a.viewer.Choices(session)).JSValue(), nil
		},
		"agents": func(session int, given []js.Value) (any, error) {
			return vert.ValueOf(a.viewer.Agents(session, given[0].Int())).JSValue(), nil
		},
		"matches": func(session int, given []js.Value) (any, error) {
			wanted := view.Wanted{Text: given[0].String(), Options: given[1].String(), Kinds: given[2].String(), Tools: given[3].String(), Agent: given[4].String()}
			found, err := a.viewer.Matches(session, wanted, given[5].Int())
			if err != nil {
				return nil, err
			}
			matches := bulk(found.Matches)
			found.Matches = nil
			answer := vert.ValueOf(found).JSValue()
			answer.Set("matches", matches)
			return answer, nil
		},
		"touched": func(session int, given []js.Value) (any, error) {
			return vert.ValueOf(a.viewer.Touched(session, given[0].Int())).JSValue(), nil
		},
		"touches": func(session int, given []js.Value) (any, error) {
			return vert.ValueOf(a.viewer.Touches(session, given[0].String(), given[1].Int())).JSValue(), nil
		},
		"fileOf": func(session int, given []js.Value) (any, error) {
			return a.viewer.FileOf(session, given[0].String()), nil
		},
		"net": func(session int, given []js.Value) (any, error) {
			return vert.ValueOf(a.viewer.Net(session, given[0].String(), given[1].Int())).JSValue(), nil
		},
		"patch": func(session int, given []js.Value) (any, error) {
			return vert.ValueOf(a.viewer.Patch(session, given[0].Int())).JSValue(), nil
		},
		"ledger": func(session int, _ []js.Value) (any, error) {
			return vert.ValueOf(a.viewer.Ledgers(session)).JSValue(), nil
		},
		"shape": func(session int, given []js.Value) (any, error) {
			return vert.ValueOf(a.viewer.Shape(session, given[0].Int())).JSValue(), nil
		},
		"outline": func(session int, given []js.Value) (any, error) {
			return vert.ValueOf(a.viewer.Outline(session, given[0].Int(), given[1].Int())).JSValue(), nil
		},
	}
	maps.Copy(all, a.timelineQuestions())
	return all
}

// ask answers a question by its name.
func (a *api) ask(args []js.Value) (any, error) {
	name := args[0].String()
	answer, ok := a.asked[name]
	if !ok {
		return nil, fmt.Errorf("there is no question %q", name)
	}
	return answer(args[1].Int(), args[2:])
}

// sorting reads the order of a table, and which stretch of it is asked for.
func sorting(given []js.Value) (by view.Sorting, from, count int) {
	return view.Sorting{Column: given[0].String(), Down: given[1].Bool()}, given[2].Int(), given[3].Int()
}
