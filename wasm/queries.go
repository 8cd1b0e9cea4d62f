//go:build js && wasm

package main

import (
	"fmt"
	"reflect"
	"slices"
	"syscall/js"

	"unspool/parser/view"
	"unspool/parser/view/find"
	"unspool/parser/view/protocol"
	"unspool/parser/view/usage"
)

// A query is one of [protocol.Queries] with the function that answers it.
type query struct {
	name    string
	request reflect.Type
	answer  func(v *view.Viewer, request any) (any, error)
}

// newQuery returns a query whose request is an R, a pointer to a struct of package protocol.
// Only pointers as type arguments share code: with those of structs, and of the replies, the
// program would be 20 kB larger. TestQueries compares the types of the replies.
func newQuery[R any](name string, answer func(v *view.Viewer, r R) (any, error)) query {
	return query{name, reflect.TypeFor[R]().Elem(), func(v *view.Viewer, request any) (any, error) {
		return answer(v, request.(R))
	}}
}

// query answers the query with a name for a request object.
func (a *api) query(args []js.Value) (any, error) {
	name := args[0].String()
	for _, q := range a.queries {
		if q.name == name {
			request := reflect.New(q.request)
			if err := decode(args[1], request.Elem(), &a.chunk); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			if session := request.Elem().FieldByName("Session"); session.IsValid() && a.store.Session(int(session.Int())) == nil {
				return nil, errNoSession
			}
			reply, err := q.answer(a.viewer, request.Interface())
			if err != nil {
				return nil, err
			}
			return a.encoder.value(reply), nil
		}
	}
	return nil, fmt.Errorf("there is no query %q", name)
}

func newQueries() []query {
	return slices.Concat(sessionQueries(), rowQueries(), filterQueries(), timelineQueries(), usageQueries(),
		changesQueries(), inspectQueries())
}

func sessionQueries() []query {
	return []query{
		newQuery("summary", func(v *view.Viewer, r *protocol.SessionRequest) (any, error) {
			sum, _ := v.Summary(r.Session)
			return sum, nil
		}),
		newQuery("diagnostics", func(v *view.Viewer, r *protocol.SessionRequest) (any, error) {
			return v.Diagnostics(r.Session), nil
		}),
		newQuery("story", func(v *view.Viewer, r *protocol.SessionRequest) (any, error) {
			return v.Story(r.Session)
		}),
		newQuery("outline", func(v *view.Viewer, r *protocol.OutlineRequest) (any, error) {
			return v.Outline.Outline(r.Session, r.From, r.Count), nil
		}),
		newQuery("matches", func(v *view.Viewer, r *protocol.MatchesRequest) (any, error) {
			query := find.MatchQuery{Text: r.Text, Options: r.Options, Kinds: r.Kinds, Tools: r.Tools, Agent: r.Agent}
			found, err := v.Matches(r.Session, query, r.From)
			found.Error, err = view.MatchErrorOf(err)
			return found, err
		}),
	}
}

func rowQueries() []query {
	return []query{
		newQuery("rows", func(v *view.Viewer, r *protocol.RowsRequest) (any, error) {
			return v.Rows(r.Session, r.From, r.Count), nil
		}),
		newQuery("body", func(v *view.Viewer, r *protocol.RowRequest) (any, error) {
			return v.Body(r.Session, r.Key), nil
		}),
		newQuery("text", func(v *view.Viewer, r *protocol.TextRequest) (any, error) {
			piece, ok := v.Text(r.Session, r.Key, r.Part, r.Name, r.From)
			if !ok {
				return nil, errNoText
			}
			return piece, nil
		}),
		newQuery("about", func(v *view.Viewer, r *protocol.RowRequest) (any, error) {
			return v.About(r.Session, r.Key), nil
		}),
		newQuery("expand", func(v *view.Viewer, r *protocol.ExpandRequest) (any, error) {
			return protocol.OrNull(v.Expand(r.Session, r.Key, r.Open)), nil
		}),
		newQuery("expandAll", func(v *view.Viewer, r *protocol.ExpandAllRequest) (any, error) {
			v.ExpandAll(r.Session, r.Open)
			return nil, nil
		}),
		newQuery("showBackground", func(v *view.Viewer, r *protocol.ShowBackgroundRequest) (any, error) {
			v.ShowBackground(r.Session, r.Shown)
			return nil, nil
		}),
		newQuery("find", func(v *view.Viewer, r *protocol.AddressRequest) (any, error) {
			return protocol.OrNull(v.Find(r.Session, r.Address)), nil
		}),
		newQuery("nearest", func(v *view.Viewer, r *protocol.AddressRequest) (any, error) {
			return protocol.OrNull(v.Nearest(r.Session, r.Address)), nil
		}),
		newQuery("step", func(v *view.Viewer, r *protocol.StepRequest) (any, error) {
			return protocol.OrNull(v.Step(r.Session, r.From, r.Steps, r.Failures)), nil
		}),
		newQuery("prompt", func(v *view.Viewer, r *protocol.PromptRequest) (any, error) {
			return protocol.OrNull(v.PromptAt(r.Session, r.Number)), nil
		}),
	}
}

func filterQueries() []query {
	return []query{
		newQuery("narrow", func(v *view.Viewer, r *protocol.NarrowRequest) (any, error) {
			return view.FilterErrorOf(v.Narrow(r.Session, r.Turns, r.Prompts, r.Show, r.Hide))
		}),
		newQuery("filter", func(v *view.Viewer, r *protocol.FilterRequest) (any, error) {
			row, ok, err := v.Filter(r.Session, r.Show, r.Hide, r.Agent, r.Key)
			invalid, err := view.FilterErrorOf(err)
			return protocol.Filtered{Row: protocol.OrNull(row, ok), Error: invalid}, err
		}),
		newQuery("filterOptions", func(v *view.Viewer, r *protocol.SessionRequest) (any, error) {
			return v.FilterOptions(r.Session), nil
		}),
		newQuery("agents", func(v *view.Viewer, r *protocol.PageRequest) (any, error) {
			return v.AgentOptions(r.Session, r.From), nil
		}),
	}
}

func timelineQueries() []query {
	return []query{
		newQuery("timeline", func(v *view.Viewer, r *protocol.TimelineRequest) (any, error) {
			t := v.Timeline.Timeline(r.Session, r.Built, r.From)
			return protocol.OrNull(t, t.Built != 0), nil
		}),
		newQuery("timelineMoments", func(v *view.Viewer, r *protocol.MomentsRequest) (any, error) {
			return v.Timeline.Moments(r.Session, r.Built, r.From, r.Count), nil
		}),
		newQuery("timelineActors", func(v *view.Viewer, r *protocol.TimelineRequest) (any, error) {
			return v.Timeline.Actors(r.Session, r.Built, r.From), nil
		}),
		newQuery("timelineRange", func(v *view.Viewer, r *protocol.TimelineRangeRequest) (any, error) {
			first, last, ok := v.Timeline.VisibleRange(r.Session, r.Built, r.First, r.Last)
			return protocol.OrNull(protocol.TimelineRange{First: first, Last: last}, ok), nil
		}),
		newQuery("timelineRow", func(v *view.Viewer, r *protocol.TimelineRowRequest) (any, error) {
			return protocol.OrNull(v.Timeline.RowOf(r.Session, r.Built, r.Entry)), nil
		}),
	}
}

func usageQueries() []query {
	return []query{
		newQuery("usage", func(v *view.Viewer, r *protocol.SessionRequest) (any, error) {
			return v.Usage.Usage(r.Session), nil
		}),
		newQuery("usageTurns", func(v *view.Viewer, r *protocol.UsageLinesRequest) (any, error) {
			return v.Usage.Turns(r.Session, usage.Sorting{Column: r.Column, Down: r.Down}, r.From, r.Count), nil
		}),
		newQuery("usageAgents", func(v *view.Viewer, r *protocol.UsageLinesRequest) (any, error) {
			return v.Usage.Agents(r.Session, usage.Sorting{Column: r.Column, Down: r.Down}, r.From, r.Count), nil
		}),
		newQuery("usageTools", func(v *view.Viewer, r *protocol.SessionRequest) (any, error) {
			return v.Usage.Tools(r.Session), nil
		}),
		newQuery("usageContext", func(v *view.Viewer, r *protocol.SessionRequest) (any, error) {
			return v.Usage.Context(r.Session), nil
		}),
		newQuery("usageRate", func(v *view.Viewer, r *protocol.SessionRequest) (any, error) {
			return v.Usage.Rate(r.Session), nil
		}),
		newQuery("usageAddress", func(v *view.Viewer, r *protocol.UsageMessageRequest) (any, error) {
			return protocol.OrNull(v.Usage.Address(r.Session, r.Message)), nil
		}),
		newQuery("usageContents", func(v *view.Viewer, r *protocol.UsageMessageRequest) (any, error) {
			return v.Usage.Contents(r.Session, r.Message)
		}),
	}
}

func changesQueries() []query {
	return []query{
		newQuery("changedFiles", func(v *view.Viewer, r *protocol.PageRequest) (any, error) {
			return v.ChangedFiles(r.Session, r.From)
		}),
		newQuery("fileOps", func(v *view.Viewer, r *protocol.FileRequest) (any, error) {
			return v.FileOps(r.Session, r.Path, r.From)
		}),
		newQuery("fileOf", func(v *view.Viewer, r *protocol.RowRequest) (any, error) {
			return protocol.OrNull(v.FileOf(r.Session, r.Key)), nil
		}),
		newQuery("netChange", func(v *view.Viewer, r *protocol.FileRequest) (any, error) {
			return v.NetDiff(r.Session, r.Path, r.From)
		}),
		newQuery("patch", func(v *view.Viewer, r *protocol.PageRequest) (any, error) {
			return v.Patch(r.Session, r.From)
		}),
	}
}

func inspectQueries() []query {
	return []query{
		newQuery("inspect", func(v *view.Viewer, r *protocol.AddressRequest) (any, error) {
			return v.Inspect(r.Session, r.Address), nil
		}),
		newQuery("record", func(v *view.Viewer, r *protocol.RecordRequest) (any, error) {
			return protocol.OrNull(v.RecordAt(r.Session, r.File, int64(r.Offset))), nil
		}),
		newQuery("ledgers", func(v *view.Viewer, r *protocol.SessionRequest) (any, error) {
			return v.Ledgers(r.Session), nil
		}),
		newQuery("shape", func(v *view.Viewer, r *protocol.PageRequest) (any, error) {
			return v.Shape(r.Session, r.From), nil
		}),
	}
}
