package trace

import (
	"encoding/json"
	"fmt"
	"strings"
)

// A node is a function on a stack.
type node struct {
	ID, Parent int
	CallFrame  struct {
		CodeType     string
		FunctionName string
		URL          string
	}
}

// name returns the name of a function and of its file. Functions of a parser that was built without names are
// counted together.
func (n node) name() string {
	f := n.CallFrame
	switch {
	case f.CodeType == "wasm" && (f.FunctionName == "" || strings.HasPrefix(f.FunctionName, "wasm-function[")):
		return "WebAssembly"
	case f.CodeType == "wasm":
		return f.FunctionName
	case f.FunctionName == "":
		return "(anonymous) " + scriptName(f.URL)
	}
	return strings.TrimSpace(f.FunctionName + " " + scriptName(f.URL))
}

// isNative reports whether a function belongs to the browser.
func (n node) isNative() bool { return n.CallFrame.URL == "" && n.CallFrame.CodeType != "wasm" }

// profile is the profile of one thread.
type profile struct {
	thread thread
	at     float64 // of the last sample, in µs
	nodes  map[int]node
	sums   map[string]float64
}

// profiles returns how long functions themselves took between two times, by thread.
func profiles(events []event, from, to float64) (map[thread][]Share, error) {
	type id struct {
		pid int
		id  string
	}
	open := map[id]*profile{}
	for i := range events {
		e := &events[i]
		switch e.Name {
		case "Profile":
			var args struct{ Data struct{ StartTime float64 } }
			if err := json.Unmarshal(e.Args, &args); err != nil {
				return nil, fmt.Errorf("read the beginning of a profile: %w", err)
			}
			open[id{e.PID, e.id()}] = &profile{e.thread(), args.Data.StartTime, map[int]node{}, map[string]float64{}}
		case "ProfileChunk":
			if p := open[id{e.PID, e.id()}]; p != nil {
				if err := p.add(e.Args, from, to); err != nil {
					return nil, fmt.Errorf("read a profile: %w", err)
				}
			}
		}
	}
	found := map[thread][]Share{}
	for _, p := range open {
		found[p.thread] = shares(p.sums)
	}
	return found, nil
}

// name returns the name of a function, and with one of the browser also that of its caller.
func (p *profile) name(id int) string {
	n := p.nodes[id]
	if caller, ok := p.nodes[n.Parent]; ok && n.isNative() && !strings.HasPrefix(caller.CallFrame.FunctionName, "(root)") {
		return n.name() + " in " + caller.name()
	}
	return n.name()
}

// add adds a chunk of a profile. A sample stands for the time since the one before.
func (p *profile) add(args json.RawMessage, from, to float64) error {
	var chunk struct {
		Data struct {
			CPUProfile struct {
				Nodes   []node
				Samples []int
			}
			TimeDeltas []float64
		}
	}
	if err := json.Unmarshal(args, &chunk); err != nil {
		return err
	}
	for _, n := range chunk.Data.CPUProfile.Nodes {
		p.nodes[n.ID] = n
	}
	for i, sample := range chunk.Data.CPUProfile.Samples {
		if i >= len(chunk.Data.TimeDeltas) {
			break
		}
		took := chunk.Data.TimeDeltas[i]
		p.at += took
		name := p.name(sample)
		if p.at < from || p.at > to || strings.HasPrefix(name, "(idle)") {
			continue
		}
		p.sums[name] += took / 1000
	}
	return nil
}
