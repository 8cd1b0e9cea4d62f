package site

import "slices"

// The table of functions also tells which calls were inlined where. The
// collector does not ask. A stack trace does, and without an answer shows a
// function and all that was inlined into it as one call. The third who asks is
// recover, which counts the calls from the panic to itself. These are the
// function that calls it and the wrappers that the compiler made around that: so
// these keep what they have.

// dropInlined clears what was inlined into functions that do not recover.
func (t *functionTable) dropInlined(p program) {
	recovers := p.calls(slices.IndexFunc(t.functions, func(f int) bool { return t.name(f) == "runtime.gorecover" }))
	if !slices.Contains(recovers, true) {
		return
	}
	ends := t.ends()
	for i, f := range t.functions {
		if recovers[i] || t.mem[f+funcKind] == kindWrapper {
			continue
		}
		for kind, field := range t.datas(f) {
			if place := t.u32(field); kind == dataInlined && place != noData {
				clear(t.mem[t.data+int(place) : ends[place]]) // each function has its own
				t.put(field, noData)
			}
		}
		for kind, field := range t.pcTables(f) {
			if kind == pcInlined {
				t.put(field, 0)
			}
		}
	}
}
