//go:build js && wasm

package main

import (
	"syscall/js"

	"github.com/norunners/vert"
)

// timelineQuestions are those of the pane that shows a session along its time.
func (a *api) timelineQuestions() map[string]question {
	v := a.viewer
	return map[string]question{
		"timeline": func(session int, given []js.Value) (any, error) {
			t := v.Timeline(session, given[0].Int(), given[1].Int())
			o := js.Global().Get("Object").New()
			for name, value := range map[string]any{
				"built": t.Built, "total": t.Total, "inAll": t.InAll, "missing": t.Missing, "internal": t.Internal, "timeless": t.Timeless, "disorder": t.Disorder, "backward": t.Backward, "joined": t.Joined,
				"start": column("Float64Array", t.Start), "end": column("Float64Array", t.End),
				"kind": column("Uint8Array", t.Kind), "flags": column("Uint8Array", t.Flags), "place": column("Uint8Array", t.Place),
				"agent": column("Uint32Array", t.Agent), "turn": column("Uint32Array", t.Turn),
				"lanes": column("Uint32Array", t.Lanes), "agents": column("Uint32Array", t.Agents),
				"hues": column("Uint8Array", t.Hues), "gaps": column("Float64Array", t.Gaps),
			} {
				o.Set(name, value)
			}
			return o, nil
		},
		"timelineMoments": func(session int, given []js.Value) (any, error) {
			return vert.ValueOf(v.Moments(session, given[0].Int(), given[1].Int(), given[2].Int())).JSValue(), nil
		},
		"timelineActors": func(session int, given []js.Value) (any, error) {
			return vert.ValueOf(v.Actors(session, given[0].Int(), given[1].Int())).JSValue(), nil
		},
		"timelineSight": func(session int, given []js.Value) (any, error) {
			from, to := v.Sight(session, given[0].Int(), given[1].Int(), given[2].Int())
			return []any{from, to}, nil
		},
		"timelineRow": func(session int, given []js.Value) (any, error) {
			return v.RowOf(session, given[0].Int(), given[1].Int()), nil
		},
	}
}
