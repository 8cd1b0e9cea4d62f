package site

import "slices"

// Go's linker gives a program a table of its functions, from which the
// collector reads what lies on a stack, and a stack trace the files, lines and
// arguments: a quarter of the wasm, compressed. Of a trace in the shipped parser
// the names of its own functions are enough, and anyone can build the parser
// with all the rest. The runtime knows functions without lines (of assembly, for
// one): it says "?" for the file.

// thin returns a change of a program with this code: it clears in the table of
// functions what only stack traces read, and moves up what remains. If there is
// no table as it should be, nothing changes.
func thin(p program) func([]segment) []segment {
	return func(segments []segment) []segment {
		base, mem := flat(segments)
		t, ok := findFunctions(base, mem)
		if !ok || len(t.functions) != len(p.bodies) {
			return segments
		}
		t.dropInlined(p)
		t.dropNames()
		t.dropLines()
		t.dropArguments()
		t.pack()
		clear(mem[t.buckets:t.end]) // findfunc does without (cuts)
		return split(base, mem)
	}
}

// dropLines clears the names of files and the numbers of lines, and moves up what
// remains of pctab.
func (t *functionTable) dropLines() {
	var kept []byte
	moved := map[uint32]uint32{0: 0}
	keep := func(field int) {
		from := t.u32(field)
		if _, done := moved[from]; !done {
			moved[from] = uint32(1 + len(kept)) // 0 is for "no table"
			kept = append(kept, t.pcTable(from)...)
		}
		t.put(field, moved[from])
	}
	for _, f := range t.functions {
		for _, field := range []int{funcPCFile, funcPCLine, funcUnit, funcStartLine} {
			t.put(f+field, 0)
		}
		keep(f + funcPCSP)
		for kind, field := range t.pcTables(f) {
			if kind == pcUnsafePoint || kind == pcArgLive {
				t.put(field, 0)
			} else {
				keep(field)
			}
		}
	}
	clear(t.mem[t.files:t.functab])
	copy(t.mem[t.pctab+1:t.functab], kept)
}

// dropArguments clears the arguments of functions, and the lines of what was
// inlined into them.
func (t *functionTable) dropArguments() {
	kinds := map[uint32][]int{} // by place
	for _, f := range t.functions {
		for kind, field := range t.datas(f) {
			if place := t.u32(field); place != noData && !slices.Contains(kinds[place], kind) {
				kinds[place] = append(kinds[place], kind)
			}
		}
	}
	for place, end := range t.ends() {
		data := t.mem[t.data+int(place) : end]
		if len(kinds[place]) > 1 {
			continue
		}
		switch kinds[place][0] {
		case dataArgs, dataArgLive:
			clear(data)
		case dataInlined:
			for ; len(data) >= inlinedSize; data = data[inlinedSize:] {
				clear(data[inlinedStartLine:inlinedSize])
			}
		}
	}
	for _, f := range t.functions {
		for kind, field := range t.datas(f) {
			if kind == dataArgs || kind == dataArgLive {
				t.put(field, noData)
			}
		}
	}
}

// pack leaves out the ends of lists that say nothing, and the numbers by which
// the table is searched: findfunc does without (cuts).
func (t *functionTable) pack() {
	end := t.functions[len(t.functions)-1]
	end += t.size(end)
	to := t.functions[0]
	for i, f := range t.functions {
		size, tables, datas := t.size(f), int(t.u32(f+funcPCTables)), int(t.mem[f+funcDatas])
		first := f + funcSize + 4*tables
		list := slices.Clone(t.mem[first : f+size])
		for tables > 0 && t.u32(f+funcSize+4*tables-4) == 0 {
			tables--
		}
		for datas > 0 && t.u32(first+4*datas-4) == noData {
			datas--
		}
		t.put(f+funcPCTables, uint32(tables))
		t.mem[f+funcDatas] = byte(datas)
		copy(t.mem[to:], t.mem[f:f+funcSize+4*tables])
		copy(t.mem[to+funcSize+4*tables:], list[:4*datas])
		t.functions[i] = to
		t.put(t.functab+8*i+4, uint32(to-t.functab))
		if i > 0 {
			t.put(t.functab+8*i, t.u32(t.functab))
		}
		to += t.size(to)
	}
	clear(t.mem[to:end])
}
