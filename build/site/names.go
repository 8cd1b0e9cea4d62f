package site

import "strings"

// dropNames leaves of the names of functions of other packages only the
// package's, as "runtime.", which is what the runtime itself looks at. The names
// of some it compares: of those that it treats in a special way, of those of
// assembly, and of wrappers, in which it looks for a type and a method.
func (t *functionTable) dropNames() {
	var kept []byte
	moved := map[string]uint32{}
	move := func(field int, name string) {
		if _, done := moved[name]; !done {
			moved[name] = uint32(1 + len(kept)) // 0 is for "no name"
			kept = append(append(kept, name...), 0)
		}
		t.put(field, moved[name])
	}
	ends := t.ends()
	for _, f := range t.functions {
		for kind, field := range t.datas(f) {
			place := t.u32(field)
			if kind != dataInlined || place == noData {
				continue
			}
			for at := t.data + int(place); at+inlinedSize <= ends[place]; at += inlinedSize {
				move(at+inlinedName, t.nameAt(t.u32(at+inlinedName)))
			}
		}
		name := t.name(f)
		if !ownName(name) && !t.comparesName(f, name) {
			name = packageOf(name)
		}
		move(f+funcNameAt, name)
	}
	clear(t.mem[t.names:t.files])
	copy(t.mem[t.names+1:t.files], kept)
}

// comparesName says that the runtime looks at more of a name than its package.
func (t *functionTable) comparesName(f int, name string) bool {
	switch t.mem[f+funcKind] {
	case kindNormal:
		return t.mem[f+funcFlags]&flagAsm != 0
	case kindWrapper:
		return !strings.HasPrefix(name, madeFor)
	}
	return true
}

// madeFor begins the names of functions that compare values of a type.
const madeFor = "type:."

func ownName(name string) bool {
	return strings.HasPrefix(name, "main.") || strings.HasPrefix(name, "unspool/")
}

// packageOf returns what a name begins with, a path and a dot, or all of a name
// that has no package.
func packageOf(name string) string {
	if strings.HasPrefix(name, madeFor) {
		return madeFor
	}
	end := len(name)
	if i := strings.IndexAny(name, "(["); i >= 0 {
		end = i // what follows has dots and slashes of its own
	}
	path := strings.LastIndexByte(name[:end], '/') + 1
	if dot := strings.IndexByte(name[path:], '.'); dot >= 0 {
		return name[:path+dot+1]
	}
	return name
}
