//go:build js && wasm

package main

import (
	"syscall/js"
)

// timelineQuestions are the questions of the pane that shows a session over time.
var timelineQuestions = []question{
	{"timeline", func(a *api, session int, given []js.Value) (any, error) {
		t := a.viewer.Timeline(session, given[0].Int(), given[1].Int())
		o := js.Global().Get("Object").New()
		for _, member := range []struct {
			name  string
			value any
		}{
			{"built", t.Built}, {"total", t.Total}, {"inAll", t.InAll}, {"missing", t.Missing},
			{"internal", t.Internal}, {"timeless", t.Timeless}, {"disorder", t.Disorder}, {"backward", t.Backward},
			{"joined", t.Joined},
			{"start", column("Float64Array", t.Start)}, {"end", column("Float64Array", t.End)},
			{"kind", column("Uint8Array", t.Kind)}, {"flags", column("Uint8Array", t.Flags)}, {"place", column("Uint8Array", t.Place)},
			{"agent", column("Uint32Array", t.Agent)}, {"turn", column("Uint32Array", t.Turn)},
			{"lanes", column("Uint32Array", t.Lanes)}, {"agents", column("Uint32Array", t.Agents)},
			{"hues", column("Uint8Array", t.Hues)}, {"gaps", column("Float64Array", t.Gaps)},
		} {
			o.Set(member.name, member.value)
		}
		return o, nil
	}},
	{"timelineMoments", func(a *api, session int, given []js.Value) (any, error) {
		return a.bulk.value(a.viewer.Moments(session, given[0].Int(), given[1].Int(), given[2].Int())), nil
	}},
	{"timelineActors", func(a *api, session int, given []js.Value) (any, error) {
		return a.bulk.value(a.viewer.Actors(session, given[0].Int(), given[1].Int())), nil
	}},
	{"timelineSight", func(a *api, session int, given []js.Value) (any, error) {
		from, to := a.viewer.VisibleRange(session, given[0].Int(), given[1].Int(), given[2].Int())
		return []any{from, to}, nil
	}},
	{"timelineRow", func(a *api, session int, given []js.Value) (any, error) {
		return a.viewer.RowOf(session, given[0].Int(), given[1].Int()), nil
	}},
}
