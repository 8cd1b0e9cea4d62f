// Package trace tells from a recording of Chromium, in its Trace Event Format, where the time of an
// action went: on the page's thread and in each worker, by kind of work and by function.
package trace

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// An event is one event of a recording. Times are in µs.
type event struct {
	Name     string          `json:"name"`
	Category string          `json:"cat"`
	Phase    string          `json:"ph"`
	ID       json.RawMessage `json:"id"`
	LocalID  json.RawMessage `json:"id2"`
	At       float64         `json:"ts"`
	Wall     float64         `json:"dur"`
	CPU      float64         `json:"tdur"`
	PID      int             `json:"pid"`
	TID      int             `json:"tid"`
	Args     json.RawMessage `json:"args"`
}

// A thread is a thread of one process.
type thread struct{ pid, tid int }

func (e *event) thread() thread { return thread{e.PID, e.TID} }

// id returns what events that belong together have in common besides their process.
func (e *event) id() string { return string(e.ID) + string(e.LocalID) }

// A Recording is what the browser recorded.
type Recording struct {
	events []event
	names  map[thread]string
}

// Parse reads a recording.
func Parse(data []byte) (*Recording, error) {
	var file struct {
		TraceEvents []event `json:"traceEvents"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf("read a recording: %w", err)
	}
	r := &Recording{events: file.TraceEvents, names: map[thread]string{}}
	slices.SortStableFunc(r.events, func(a, b event) int { return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(b.Wall, a.Wall)) })
	for i := range r.events {
		e := &r.events[i]
		switch e.Name {
		case "thread_name":
			var args struct{ Name string }
			if err := json.Unmarshal(e.Args, &args); err != nil {
				return nil, fmt.Errorf("read the name of a thread: %w", err)
			}
			if args.Name == "CrRendererMain" {
				r.names[e.thread()] = "page"
			}
		case "TracingSessionIdForWorker":
			var args struct {
				Data struct {
					URL            string
					WorkerThreadID int
				}
			}
			if err := json.Unmarshal(e.Args, &args); err != nil {
				return nil, fmt.Errorf("read the address of a worker: %w", err)
			}
			r.names[thread{e.PID, args.Data.WorkerThreadID}] = scriptName(args.Data.URL)
		}
	}
	return r, nil
}

// scriptName returns the name of a script's file without its hash.
func scriptName(url string) string {
	name := url[strings.LastIndexByte(url, '/')+1:]
	name = strings.TrimSuffix(name, ".js")
	if at := strings.LastIndexByte(name, '-'); at > 0 && strings.ToUpper(name[at:]) == name[at:] {
		name = name[:at]
	}
	return name
}

// A Share is how long one kind of work or function took, in ms.
type Share struct {
	Name string
	MS   float64
}

// A Mark is a point in time, in ms since the beginning.
type Mark struct {
	Name, Thread string
	At           float64
}

// A Thread is what one thread did.
type Thread struct {
	Name      string
	Longest   float64 // task, in ms
	Work      []Share // CPU time by kind of work
	Functions []Share // time of the functions themselves, by samples
}

// A Summary tells where the time went between two marks.
type Summary struct {
	Length  float64 // ms
	Marks   []Mark
	Steps   []Share // that were measured, in total
	Threads []Thread
}

// Summarize tells where the time went between two marks of the page.
func (r *Recording) Summarize(from, to string) (*Summary, error) {
	start, end := r.mark(from), r.mark(to)
	if start == nil || end == nil {
		return nil, errors.New("the recording has no marks " + from + " and " + to)
	}
	s := &Summary{Length: (end.At - start.At) / 1000}
	inside := r.within(start, end)
	s.Marks, s.Steps = r.userTiming(inside, start.At)
	profiles, err := profiles(r.events, start.At, end.At)
	if err != nil {
		return nil, err
	}
	byThread := map[thread][]*event{}
	for _, e := range inside {
		if e.Phase == "X" {
			byThread[e.thread()] = append(byThread[e.thread()], e)
		}
	}
	for _, t := range slices.SortedFunc(maps.Keys(r.names), func(a, b thread) int { return cmp.Compare(a.tid, b.tid) }) {
		if t.pid != start.PID || len(byThread[t]) == 0 {
			continue
		}
		work, longest := work(byThread[t])
		s.Threads = append(s.Threads, Thread{Name: r.names[t], Longest: longest, Work: work, Functions: profiles[t]})
	}
	return s, nil
}

// mark returns the last mark of a name.
func (r *Recording) mark(name string) *event {
	for i := range slices.Backward(r.events) {
		if e := &r.events[i]; e.Name == name && (e.Phase == "I" || e.Phase == "R") {
			return e
		}
	}
	return nil
}

func (r *Recording) within(start, end *event) []*event {
	var inside []*event
	for i := range r.events {
		if e := &r.events[i]; e.PID == start.PID && e.At >= start.At && e.At <= end.At {
			inside = append(inside, e)
		}
	}
	return inside
}
