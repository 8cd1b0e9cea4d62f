package parser

import (
	"fmt"
	"slices"
)

// A Severity says how much a diagnostic matters to a reader.
type Severity uint8

// The severities.
const (
	Info    Severity = iota // worth knowing
	Warning                 // something is missing or doubtful
	Error                   // something could not be read
)

func (s Severity) String() string {
	return [...]string{"info", "warning", "error"}[s]
}

// The codes of diagnostics.
const (
	CodeDamaged    = "damaged-line"    // bytes that are no JSON object
	CodeRepaired   = "repaired-line"   // several records on one line
	CodeUnfinished = "unfinished-line" // the file ends inside a record
	CodeOverlong   = "overlong-line"   // longer than jsonl.MaxLine
	CodeDuplicate  = "duplicate-uuid"
	CodeDeep       = "too-deep" // nested deeper than jsonl.MaxDepth
	CodeBlocks     = "too-many-blocks"
	CodeUsage      = "unread-counts" // no numbers, or longer than record.MaxUsage
	CodeUnlinked   = "unlinked-agent"
	CodeBroken     = "broken-links" // most of the conversation hangs on nothing
	CodeFlood      = "too-many-records"
	CodeMore       = "more" // further diagnostics of one code were not kept
)

// A Diagnostic is something odd that the parser met: Code for programs, Text for
// people.
type Diagnostic struct {
	Code     string
	Severity Severity
	File     *File
	Line     int   // from 1, 0 when it is about no line
	Offset   int64 // of the bytes it is about
	Length   int64
	Text     string
}

// maxPerCode bounds the diagnostics of one code in one file: a file of two
// million bad lines gets one summary instead.
const maxPerCode = 100

// diagnostics collects what was met in one file.
type diagnostics struct {
	list   []Diagnostic
	counts []counted // by code
	wrong  int       // those of severity Warning or worse
}

// counted is how often a code came. There are a few: a search is quicker than a map.
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

// full says that one more of a code is only counted.
func (d *diagnostics) full(code string) bool { return d.count(code) >= maxPerCode }

// more counts one, and gives how many there are.
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

// Oddities counts the diagnostics of the file by code, those beyond the listed
// ones too.
func (f *File) Oddities() map[string]int {
	counts := map[string]int{}
	for _, c := range f.diags.counts {
		counts[c.code] = c.n
	}
	return counts
}

// total is how many were met, kept or not.
func (d *diagnostics) total() int {
	n := 0
	for _, c := range d.counts {
		n += c.n
	}
	return n
}

// all gives what was kept, and a line for what was not.
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
