package transcript

import (
	"fmt"
	"slices"
)

// A Severity is how much a diagnostic matters to a reader.
type Severity uint8

// The severities.
const (
	Info    Severity = iota // worth knowing
	Warning                 // something is missing or doubtful
	Error                   // something could not be read
)

// String returns the name of the severity.
func (s Severity) String() string {
	return [...]string{"info", "warning", "error"}[s]
}

// The codes of diagnostics.
const (
	CodeDamaged    = "damaged-line"    // bytes that are not a JSON object
	CodeRepaired   = "repaired-line"   // several records on one line
	CodeUnfinished = "unfinished-line" // the file ends inside a record
	CodeOverlong   = "overlong-line"   // longer than jsonl.MaxLine
	CodeDuplicate  = "duplicate-uuid"
	CodeDeep       = "too-deep" // nested deeper than jsonl.MaxDepth
	CodeBlocks     = "too-many-blocks"
	CodeUsage      = "unread-counts" // token counts that are not numbers, or longer than record.MaxUsage
	CodeUnlinked   = "unlinked-agent"
	CodeBroken     = "broken-links" // most of the conversation is not linked to its end
	CodeFlood      = "too-many-records"
	CodeMore       = "more" // further diagnostics of one code were dropped
)

// A Diagnostic is an irregularity that the parser found: Code is for programs, Text for people.
type Diagnostic struct {
	Code     string
	Severity Severity
	File     *File
	Line     int   // from 1, 0 if it concerns no line
	Offset   int64 // of the bytes it concerns
	Length   int64
	Text     string
}

// maxPerCode limits the diagnostics of one code in one file: a file of two million bad lines gets
// one summary for the rest.
const maxPerCode = 100

// diagnostics collects the irregularities of one file.
type diagnostics struct {
	list   []Diagnostic
	counts []counted // by code
	wrong  int       // diagnostics of severity Warning or worse
}

// A counted is how often a code occurred. There are only a few codes, so a search is faster than a
// map.
type counted struct {
	code string
	n    int
}

func (d *diagnostics) count(code string) int {
	for i := range d.counts {
		if d.counts[i].code == code {
			return d.counts[i].n
		}
	}
	return 0
}

// full reports whether further diagnostics of a code are only counted.
func (d *diagnostics) full(code string) bool { return d.count(code) >= maxPerCode }

// more counts a diagnostic and returns how many of its code there are.
func (d *diagnostics) more(code string, s Severity) int {
	if s > Info {
		d.wrong++
	}
	for i := range d.counts {
		if c := &d.counts[i]; c.code == code {
			c.n++
			return c.n
		}
	}
	d.counts = append(d.counts, counted{code, 1})
	return 1
}

func (d *diagnostics) add(x Diagnostic) {
	if d.more(x.Code, x.Severity) <= maxPerCode {
		d.list = append(d.list, x)
	}
}

// DiagnosticCounts counts the diagnostics of the file by code, including those beyond the listed
// ones.
func (f *File) DiagnosticCounts() map[string]int {
	counts := map[string]int{}
	for _, c := range f.diags.counts {
		counts[c.code] = c.n
	}
	return counts
}

// Oddities counts the diagnostics of the file, including those beyond the listed ones, and those of
// severity Warning or worse.
func (f *File) Oddities() (all, wrong int) {
	all, wrong = f.diags.total()+f.in.ending.diags.total(), f.diags.wrong+f.in.ending.diags.wrong
	if f.Broken {
		all++
	}
	return all, wrong
}

// total returns how many diagnostics were found, listed or not.
func (d *diagnostics) total() int {
	n := 0
	for _, c := range d.counts {
		n += c.n
	}
	return n
}

// all returns the listed diagnostics, and a summary for each code that has more.
func (d *diagnostics) all(f *File) []Diagnostic {
	list := slices.Clip(d.list)
	for _, code := range []string{CodeDamaged, CodeRepaired, CodeOverlong, CodeDuplicate, CodeDeep, CodeBlocks, CodeUsage} {
		if more := d.count(code) - maxPerCode; more > 0 {
			list = append(list, Diagnostic{Code: CodeMore, Severity: Info, File: f,
				Text: fmt.Sprintf("%d more of %s", more, code)})
		}
	}
	return list
}
