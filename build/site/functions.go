package site

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"iter"
	"maps"
	"slices"
)

// The table of functions, runtime.pclntab, is laid out as runtime/symtab.go,
// runtime2.go (_func, moduledata) and internal/abi/symtab.go say. That belongs
// to one version of Go.
const tableOf = "go1.26"

// Fields of a _func, in bytes from its start. Two lists of 32-bit numbers
// follow it: the places in pctab of tables that give a value to each pc, and
// the places of other data from moduledata.gofunc.
const (
	funcNameAt    = 4
	funcPCSP      = 16
	funcPCFile    = 20
	funcPCLine    = 24
	funcPCTables  = 28 // how many, 32 bits
	funcUnit      = 32 // of compilation, for its list of files
	funcStartLine = 36
	funcKind      = 40 // 8 bits
	funcFlags     = 41 // 8 bits
	funcDatas     = 43 // how many, 8 bits
	funcSize      = 44

	kindNormal  = 0
	kindWrapper = 22 // made by the compiler
	flagAsm     = 4

	pcUnsafePoint = 0 // where a signal may not stop a function: wasm has none
	pcInlined     = 2 // number of a call
	pcArgLive     = 3 // for traces
	dataInlined   = 3 // calls, which recover counts
	dataArgs      = 5 // for traces
	dataArgLive   = 6 // for traces

	inlinedSize      = 16
	inlinedName      = 4
	inlinedStartLine = 12

	noData = ^uint32(0) // for "no value" in the list of other data
)

// functionTable is a part of the memory: places are indexes of mem.
type functionTable struct {
	mem       []byte
	names     int // up to files
	files     int // of each unit, up to pctab
	pctab     int // up to functab
	functab   int // pairs of numbers, then each _func, up to data
	data      int // the other data of functions, up to buckets
	buckets   int // from a pc to the number of its function
	end       int
	functions []int // their _func
}

func (t *functionTable) name(f int) string { return t.nameAt(t.u32(f + funcNameAt)) }

func (t *functionTable) nameAt(place uint32) string {
	name, _, _ := bytes.Cut(t.mem[t.names+int(place):t.files], []byte{0})
	return string(name)
}

// size returns how many bytes a _func has.
func (t *functionTable) size(f int) int {
	return funcSize + 4*int(t.u32(f+funcPCTables)) + 4*int(t.mem[f+funcDatas])
}

// ends returns where the other data of functions ends that begins at each place.
func (t *functionTable) ends() map[uint32]int {
	ends := map[uint32]int{}
	for _, f := range t.functions {
		for _, field := range t.datas(f) {
			if place := t.u32(field); place != noData {
				ends[place] = t.buckets
			}
		}
	}
	places := slices.Sorted(maps.Keys(ends))
	for i := 1; i < len(places); i++ {
		ends[places[i-1]] = t.data + int(places[i])
	}
	return ends
}

// pcTables returns the kinds of a function's tables and the places that hold
// where they are.
func (t *functionTable) pcTables(f int) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for i := range int(t.u32(f + funcPCTables)) {
			if !yield(i, f+funcSize+4*i) {
				return
			}
		}
	}
}

// datas is the same for a function's other data.
func (t *functionTable) datas(f int) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		first := f + funcSize + 4*int(t.u32(f+funcPCTables))
		for i := range int(t.mem[f+funcDatas]) {
			if !yield(i, first+4*i) {
				return
			}
		}
	}
}

// pcTable returns the table at the place of pctab: pairs of differences, of the
// value and the pc, that end where the value stays the same.
func (t *functionTable) pcTable(at uint32) []byte {
	table := t.mem[t.pctab+int(at) : t.functab]
	for end := 0; ; {
		value, n := binary.Uvarint(table[end:])
		if end > 0 && value == 0 {
			return table[:end+1]
		}
		_, m := binary.Uvarint(table[end+n:])
		end += n + m
	}
}

func (t *functionTable) u32(at int) uint32 { return binary.LittleEndian.Uint32(t.mem[at:]) }

func (t *functionTable) put(at int, v uint32) { binary.LittleEndian.PutUint32(t.mem[at:], v) }

// findFunctions finds the table by its header, and by the record of it in
// moduledata, which must agree with one another.
func findFunctions(base int64, mem []byte) (*functionTable, bool) {
	const (
		header    = "\xf1\xff\xff\xff\x00\x00\x01\x08" // version, pc quantum 1, pointers of 8 bytes
		functions = 8                                  // all of 64 bits
		names     = 32
		files     = 40
		pctab     = 56
		functab   = 64

		// The words of moduledata.
		functabWord = 16
		lengthWord  = 17
		bucketsWord = 19
		minPCWord   = 20
		maxPCWord   = 21
		dataWord    = 40
	)
	at := bytes.Index(mem, []byte(header))
	if at < 0 || at+functab+8 > len(mem) {
		return nil, false
	}
	word := func(at int) int { return int(binary.LittleEndian.Uint64(mem[at:])) }
	pointer := func(at int) int { return word(at) - int(base) }
	module := binary.LittleEndian.AppendUint64(nil, uint64(base+int64(at)))
	module = binary.LittleEndian.AppendUint64(module, uint64(base+int64(at+word(at+names))))
	m := bytes.Index(mem, module)
	if m < 0 || m+8*dataWord+8 > len(mem) {
		return nil, false
	}
	t := &functionTable{
		mem:     mem,
		names:   at + word(at+names),
		files:   at + word(at+files),
		pctab:   at + word(at+pctab),
		functab: at + word(at+functab),
		data:    pointer(m + 8*dataWord),
		buckets: pointer(m + 8*bucketsWord),
	}
	// A bucket is a number of 32 bits for 4096 pcs, and 8 more for each 256.
	pcs := word(m+8*maxPCWord) - word(m+8*minPCWord)
	t.end = t.buckets + 4*((pcs+4095)/4096) + (pcs+255)/256
	n := word(at + functions)
	if pointer(m+8*functabWord) != t.functab || word(m+8*lengthWord) != n+1 ||
		!slices.IsSorted([]int{at, t.names, t.files, t.pctab, t.functab, t.functab + 8*n, t.data, t.buckets, t.end, len(mem)}) {
		return nil, false
	}
	for i := range n {
		f := t.functab + int(t.u32(t.functab+8*i+4))
		if f+funcSize > t.data || int(t.u32(f)) != word(m+8*minPCWord)>>16+i {
			return nil, false
		}
		t.functions = append(t.functions, f)
	}
	return t, true
}

// flat returns the memory from the lowest segment to the highest.
func flat(segments []segment) (base int64, mem []byte) {
	if len(segments) == 0 {
		return 0, nil
	}
	sorted := slices.SortedFunc(slices.Values(segments), func(a, b segment) int { return cmp.Compare(a.address, b.address) })
	base = sorted[0].address
	for _, s := range sorted {
		mem = append(append(mem, make([]byte, s.address-base-int64(len(mem)))...), s.data...)
	}
	return base, mem
}

// split makes segments of what is between long runs of zeros.
func split(base int64, mem []byte) []segment {
	var segments []segment
	gap := make([]byte, longestGap+1)
	for at := 0; at < len(mem); {
		if mem[at] == 0 {
			at++
			continue
		}
		end := len(mem)
		if n := bytes.Index(mem[at:], gap); n >= 0 {
			end = at + n
		}
		segments = append(segments, segment{base + int64(at), mem[at:end]})
		at = end
	}
	return segments
}
