package schema

import (
	"bufio"
	"io"
	"slices"
	"strings"

	"unspool/parser"
)

// A Report counts the forms of values in files.
type Report struct {
	words *words

	roles          map[string]int // number of files by role
	largest        int64          // size of the largest file, in bytes
	longest        int            // size of the longest record, in bytes
	lines, records int
	unread         int // records that could not be read again
	diagnostics    map[string]int
	ledger         parser.Ledger
	versions       map[version]bool
	kinds          map[string]*kind
	entries        int // paths and forms of all kinds
	full           bool
}

// A kind is what was seen of one kind of record.
type kind struct {
	count int
	paths map[string]map[string]int // path → form of the value → count
	more  int                       // values beyond the limits, which are not reported
}

// Limits of a report: words can be combined without end, and nesting makes paths of them.
// All real sessions together have 90 kinds and 3,200 entries, and the longest path has 190
// bytes. With these limits a report has at most 2 MB.
const (
	maxKinds   = 500
	maxEntries = 8000 // paths, and forms of each
	maxPath    = 300  // bytes
	others     = "…"  // name of everything beyond the limits
)

// New returns an empty report.
func New() *Report {
	return &Report{words: readWords(list), roles: map[string]int{}, diagnostics: map[string]int{},
		versions: map[version]bool{}, kinds: map[string]*kind{}}
}

// maxMeta limits the size of an agent's meta file that is read; real ones have 1 kB.
const maxMeta = 64 << 10

// Add counts a file that was read to its end; in provides its bytes again. ledger accounts for
// them.
func (r *Report) Add(f *parser.File, ledger parser.Ledger, in io.Reader) {
	size := r.Begin(f, ledger)
	again := rereader{in: bufio.NewReaderSize(in, 1<<20)}
	if size > 0 {
		r.Whole(again.read(0, size))
	}
	for i := range f.Records.Len() {
		e := f.Records.At(i)
		r.Take(f, i, func() []byte { return again.read(e.Offset, int64(e.Length)) })
	}
}

// Begin counts a file without its records. If the file is reported as a whole, Begin
// returns its size, and the caller must pass its content to [Report.Whole].
func (r *Report) Begin(f *parser.File, ledger parser.Ledger) (size int64) {
	r.roles[f.Role.String()]++
	r.ledger.Add(ledger)
	r.largest = max(r.largest, ledger.Size)
	r.lines += f.Lines()
	r.records += int(f.Records.Len())
	for code, n := range f.DiagnosticCounts() {
		r.diagnostics[string(code)] += n
	}
	if f.Role == parser.RoleMeta && ledger.Size <= maxMeta {
		return ledger.Size
	}
	return 0
}

// Whole counts an agent's meta file.
func (r *Report) Whole(text []byte) { r.record("meta.json", "", text) }

// Take counts a record of a file. read returns the bytes of the record, or nil if they no
// longer exist. Take does not keep them.
func (r *Report) Take(f *parser.File, index int32, read func() []byte) {
	e := f.Records.At(index)
	if e.Class == parser.ClassDamaged {
		r.records--
		return
	}
	tool := "other"
	if e.Call >= 0 {
		tool = r.words.tool(f.Name(f.Calls.At(e.Call).Name))
	}
	r.record(r.kindName(f.Name(e.Label)), tool, read())
}

// record counts a record; nil is one that could not be read.
func (r *Report) record(name, tool string, line []byte) {
	if r.kinds[name] == nil && len(r.kinds) >= maxKinds {
		name, r.full = others, true
	}
	k := r.kinds[name]
	if k == nil {
		k = &kind{paths: map[string]map[string]int{}}
		r.kinds[name] = k
	}
	k.count++
	if line == nil {
		r.unread++
		return
	}
	r.longest = max(r.longest, len(line))
	w := walk{report: r, kind: k, line: line}
	w.object(0, "", tool)
}

// A rereader reads the records of a file again, in order.
type rereader struct {
	in   *bufio.Reader
	at   int64
	line []byte
}

// read returns bytes that are valid until the next call, or nil if they no longer exist.
func (r *rereader) read(offset, length int64) []byte {
	if skipped, err := r.in.Discard(int(offset - r.at)); err != nil {
		r.at += int64(skipped)
		return nil
	}
	r.line = slices.Grow(r.line[:0], int(length))[:length]
	n, err := io.ReadFull(r.in, r.line)
	r.at = offset + int64(n)
	if err != nil {
		return nil
	}
	return r.line
}

// kindName returns the type of a record and its kind, as far as they are words of the
// format.
func (r *Report) kindName(label string) string {
	kind, sub, found := strings.Cut(label, "/")
	name := r.words.kind(kind)
	if found {
		name += "/" + r.words.kind(sub)
	}
	return name
}

// A version is three numbers: a version with letters in it could reveal anything.
type version [3]int

func (r *Report) version(s string) {
	const most = 1000
	var v version
	for i := range v {
		digits := 0
		for digits < len(s) && digits < 3 && s[digits] >= '0' && s[digits] <= '9' {
			v[i] = 10*v[i] + int(s[digits]-'0')
			digits++
		}
		if s = s[digits:]; digits == 0 || i < 2 && !strings.HasPrefix(s, ".") {
			return
		}
		s = strings.TrimPrefix(s, ".")
	}
	if len(r.versions) < most && (s == "" || s[0] < '0' || s[0] > '9') {
		r.versions[v] = true
	}
}
