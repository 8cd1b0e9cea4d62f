package transcript

import (
	"fmt"
	"slices"

	"unspool/parser/jsonl"
	"unspool/parser/record"
)

// A Severity is the importance of a diagnostic to a reader.
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

// A DiagnosticCode identifies a kind of irregularity.
type DiagnosticCode string

// The codes of diagnostics.
const (
	CodeDamaged    DiagnosticCode = "damaged-line"    // bytes that are not a JSON object
	CodeRepaired   DiagnosticCode = "repaired-line"   // several records on one line
	CodeUnfinished DiagnosticCode = "unfinished-line" // the file ends inside a record
	CodeInvalid    DiagnosticCode = "invalid-json"    // a record that could be read, with a value that is not JSON
	CodeEncoding   DiagnosticCode = "invalid-utf8"    // a record that could be read, with bytes that are not UTF-8
	CodeZeros      DiagnosticCode = "nul-bytes"       // NUL bytes between records: a power loss leaves them
	CodeOverlong   DiagnosticCode = "overlong-line"   // longer than jsonl.MaxLine
	CodeDuplicate  DiagnosticCode = "duplicate-uuid"
	CodeDeep       DiagnosticCode = "too-deep" // nested deeper than jsonl.MaxDepth
	CodeBlocks     DiagnosticCode = "too-many-blocks"
	CodeUsage      DiagnosticCode = "unread-counts" // token counts that are not numbers, or longer than record.MaxUsage
	CodeUnlinked   DiagnosticCode = "unlinked-agent"
	CodeBroken     DiagnosticCode = "broken-links" // most of the conversation is not linked to its end
	CodeFlood      DiagnosticCode = "too-many-records"
	CodeMore       DiagnosticCode = "more" // further diagnostics of one code were dropped
)

// A Damage is a reason why bytes are not a record.
type Damage string

// The kinds of damage.
const (
	DamageNotObject  Damage = "not-an-object"
	DamageIncomplete Damage = "incomplete" // the bytes end inside the record
	DamageSyntax     Damage = "syntax"     // not JSON from Diagnostic.Position on
)

// A Diagnostic is an irregularity that the parser found. The last fields have values for some codes
// only.
type Diagnostic struct {
	Code     DiagnosticCode
	Severity Severity
	File     *File
	Line     int   // from 1, 0 if it concerns no line
	Offset   int64 // of the bytes it concerns
	Length   int64

	Damage   Damage         // CodeDamaged: why the bytes are not a record
	Position int            // DamageSyntax, CodeInvalid, CodeEncoding: the first byte of the record that is not valid, from 1
	Excerpt  string         // the beginning of the bytes that are not a record, or not valid
	Agent    string         // CodeUnlinked: the ID of the agent
	Of       DiagnosticCode // CodeMore: the code of the dropped diagnostics
	Count    int            // CodeMore: their number; CodeFlood: the records that are not indexed
}

// Limit returns the limit that was exceeded, or 0 if the diagnostic is not about a limit: bytes for
// CodeOverlong and CodeUsage, levels for CodeDeep, blocks for CodeBlocks.
func (d *Diagnostic) Limit() int {
	switch d.Code {
	case CodeOverlong:
		return jsonl.MaxLine
	case CodeDeep:
		return jsonl.MaxDepth
	case CodeBlocks:
		return record.MaxBlocks
	case CodeUsage:
		return record.MaxUsage
	}
	return 0
}

// Text returns a sentence that describes the diagnostic. The page makes its own from the fields.
func (d *Diagnostic) Text() string {
	switch d.Code {
	case CodeDamaged:
		return d.damageText()
	case CodeRepaired:
		return "Several records on one line"
	case CodeUnfinished:
		return "The file ends inside this record; it may still be being written"
	case CodeInvalid:
		return fmt.Sprintf("Read, but not JSON from byte %d of the record on: %s", d.Position, d.Excerpt)
	case CodeEncoding:
		return fmt.Sprintf("Read, but not UTF-8 at byte %d of the record: %s", d.Position, d.Excerpt)
	case CodeZeros:
		return fmt.Sprintf("%d NUL bytes in place of records, as a power loss leaves them", d.Length)
	case CodeOverlong:
		return "Longer than 32 MB: not read as a record"
	case CodeDuplicate:
		return "The same uuid came before"
	case CodeDeep:
		return "Nested deeper than 300 levels: not read as a record"
	case CodeBlocks:
		return "More than 10,000 blocks in one record; the rest is in its bytes only"
	case CodeUsage:
		return "Token counts of this reply are no numbers, or longer than 64 kB: these are not in the sums"
	case CodeUnlinked:
		return "No call was found that started the agent " + d.Agent
	case CodeBroken:
		return "Most records are not linked to the last one; everything is shown in file order"
	case CodeFlood:
		return fmt.Sprintf("Too many records for the size of the file: from line %d on, %d records (%d bytes) are counted but not shown, "+
			"and the tokens they used are not in the totals", d.Line, d.Count, d.Length)
	case CodeMore:
		return fmt.Sprintf("%d more of %s", d.Count, d.Of)
	}
	return string(d.Code)
}

func (d *Diagnostic) damageText() string {
	switch d.Damage {
	case DamageNotObject:
		return "Not a JSON object: " + d.Excerpt
	case DamageIncomplete:
		return "The record breaks off: " + d.Excerpt
	}
	return fmt.Sprintf("Not JSON from byte %d of the record on: %s", d.Position, d.Excerpt)
}

// maxPerCode limits the diagnostics of one code in one file: a file of two million bad lines gets
// one summary for the rest.
const maxPerCode = 100

// maxPerCodeWhenFull replaces maxPerCode once the index of the file is full: findings count for its limit.
const maxPerCodeWhenFull = 5

// diagnostics collects the irregularities of one file.
type diagnostics struct {
	list   []Diagnostic
	counts []counted // by code
	wrong  int       // diagnostics of severity Warning or worse
	isFull bool      // the index of the file is full
}

// size returns the size of the list.
func (d *diagnostics) size() int64 {
	const excerpt = 96 // of 80 bytes and "…", in a string
	return (sliceSize[Diagnostic](1) + excerpt) * int64(len(d.list))
}

// A counted is how often a code occurred. There are only a few codes, so a search is faster than a
// map.
type counted struct {
	code   DiagnosticCode
	n      int
	listed int
}

func (d *diagnostics) count(code DiagnosticCode) counted {
	for _, c := range d.counts {
		if c.code == code {
			return c
		}
	}
	return counted{}
}

// full reports whether further diagnostics of a code are only counted.
func (d *diagnostics) full(code DiagnosticCode) bool { return d.count(code).listed >= d.limit() }

func (d *diagnostics) limit() int {
	if d.isFull {
		return maxPerCodeWhenFull
	}
	return maxPerCode
}

// more counts a diagnostic and returns the counts of its code.
func (d *diagnostics) more(code DiagnosticCode, s Severity) *counted {
	if s > Info {
		d.wrong++
	}
	for i := range d.counts {
		if c := &d.counts[i]; c.code == code {
			c.n++
			return c
		}
	}
	d.counts = append(d.counts, counted{code: code, n: 1})
	return &d.counts[len(d.counts)-1]
}

func (d *diagnostics) add(x Diagnostic) {
	if c := d.more(x.Code, x.Severity); c.listed < d.limit() {
		c.listed++
		d.list = append(d.list, x)
	}
}

// DiagnosticCounts counts the diagnostics of the file by code, including those beyond the listed
// ones.
func (f *File) DiagnosticCounts() map[DiagnosticCode]int {
	counts := map[DiagnosticCode]int{}
	for _, c := range f.diags.counts {
		counts[c.code] = c.n
	}
	return counts
}

// CountDiagnostics counts the diagnostics of the file, including those beyond the listed ones, and
// those of severity Warning or worse.
func (f *File) CountDiagnostics() (all, wrong int) {
	all, wrong = f.diags.total()+f.reader.ending.diags.total(), f.diags.wrong+f.reader.ending.diags.wrong
	if f.Broken {
		all++
	}
	return all, wrong
}

// total returns the number of diagnostics that were found, listed or not.
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
	for _, code := range []DiagnosticCode{CodeDamaged, CodeRepaired, CodeInvalid, CodeEncoding, CodeZeros,
		CodeOverlong, CodeDuplicate, CodeDeep, CodeBlocks, CodeUsage} {
		if c := d.count(code); c.n > c.listed {
			list = append(list, Diagnostic{Code: CodeMore, Severity: Info, File: f, Of: code, Count: c.n - c.listed})
		}
	}
	return list
}
