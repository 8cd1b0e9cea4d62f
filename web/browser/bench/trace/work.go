package trace

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// kindOf returns the kind of work of an event, or "" if it is a part of the event around it.
func kindOf(name string) string {
	switch name {
	case "RunTask":
		return "tasks"
	case "FunctionCall", "EvaluateScript", "v8.callFunction", "TimerFire", "EventDispatch", "FireAnimationFrame", "FireIdleCallback",
		"RunMicrotasks", "HandlePostMessage":
		return "scripts"
	case "v8.compile", "v8.compileModule", "V8.CompileCode":
		return "compiling"
	case "MinorGC", "MajorGC":
		return "garbage"
	case "UpdateLayoutTree", "ParseAuthorStyleSheet":
		return "style"
	case "Layout", "HitTest", "IntersectionObserverController::computeIntersections":
		return "layout"
	case "PrePaint", "Paint", "Layerize", "Commit", "UpdateLayer", "CompositeLayers", "Decode Image":
		return "paint"
	case "ParseHTML":
		return "HTML"
	}
	if strings.HasPrefix(name, "V8.GC") {
		return "garbage"
	}
	return ""
}

// work returns the CPU time of a thread by kind of work, without what is within another event,
// and its longest task.
func work(events []*event) (kinds []Share, longest float64) {
	type open struct {
		kind string
		end  float64
	}
	sums := map[string]float64{}
	var around []open
	for _, e := range events { // in their order, outer ones first
		for len(around) > 0 && around[len(around)-1].end <= e.At {
			around = around[:len(around)-1]
		}
		kind, parent := kindOf(e.Name), ""
		if len(around) > 0 {
			parent = around[len(around)-1].kind
		}
		if kind == "" {
			continue
		}
		if kind == "tasks" {
			longest = max(longest, e.Wall/1000)
		}
		sums[kind] += e.CPU / 1000
		if parent != "" {
			sums[parent] -= e.CPU / 1000
		}
		around = append(around, open{kind, e.At + e.Wall})
	}
	return shares(sums), longest
}

// shares returns sums, the largest first.
func shares(sums map[string]float64) []Share {
	all := make([]Share, 0, len(sums))
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		all = append(all, Share{name, sums[name]})
	}
	slices.SortStableFunc(all, func(a, b Share) int { return cmp.Compare(b.MS, a.MS) })
	return all
}
