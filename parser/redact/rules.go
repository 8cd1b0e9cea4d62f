package redact

import (
	_ "embed"
	"fmt"
	"math"
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
)

//go:embed rules.tsv
var ruleTable string

//go:embed more.tsv
var moreRules string

//go:embed stopwords.txt
var stopWords string

// A rule describes secrets of one format.
type rule struct {
	id       string
	keywords []string // one of them is in or near each secret
	pattern  string
	group    int     // of the secret in the pattern, or 0 for the first one that matched
	entropy  float64 // the least one, in bits per character
	allowed  string  // pattern of secrets that are none
	around   string  // pattern of matches whose secret is none

	form         form
	shortest     int  // length of the shortest match
	matchesNames bool // names of code match, too

	compiled                          bool
	regexp, allowedRegexp, aroundText *regexp.Regexp
}

// A form is what a regexp needs to see around a keyword.
type form uint8

const (
	formToken      form = iota // text without blanks and quotes
	formAssignment             // a name, an operator and a value
	formText                   // anything
)

// What the patterns of many rules have in common: the beginning of an assignment, and the end of a
// secret.
const (
	assignmentStart = `[\w.-]{0,50}?(?:`
	assignmentNames = `)(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}(`
	secretEnd       = "(?:[\\x60'\"\\s;]|\\\\[nr]|$)"
	// widerEnd also ends a secret where texts that people write go on: at punctuation and markup.
	widerEnd = "(?:[^\\w+/=-]|$)"
)

// parseRules reads the table of rules. The rule "*" applies to the secrets of all others.
func parseRules(table string) (rules []*rule, all *rule, err error) {
	number := 0
	for line := range strings.Lines(table) {
		number++
		line = strings.TrimSuffix(line, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		r, err := parseRule(line)
		if err != nil {
			return nil, nil, fmt.Errorf("rules, line %d: %w", number, err)
		}
		if r.id == "*" {
			all = r
			continue
		}
		rules = append(rules, r)
	}
	return rules, all, nil
}

func parseRule(line string) (*rule, error) {
	columns := strings.Split(line, "\t")
	if len(columns) != 7 {
		return nil, fmt.Errorf("%d columns, want 7", len(columns))
	}
	r := &rule{id: columns[0], pattern: columns[2], allowed: columns[5], around: columns[6]}
	if columns[1] != "" {
		r.keywords = strings.Split(columns[1], ",")
	}
	var err error
	if r.group, err = strconv.Atoi(columns[3]); err != nil {
		return nil, fmt.Errorf("group: %w", err)
	}
	if r.entropy, err = strconv.ParseFloat(columns[4], 64); err != nil {
		return nil, fmt.Errorf("entropy: %w", err)
	}
	return r, r.analyze()
}

// analyze finds out what text the pattern of a rule has to see.
func (r *rule) analyze() error {
	body, hasEnd := strings.CutSuffix(r.pattern, secretEnd)
	if hasEnd {
		r.pattern = body + widerEnd
	}
	parsed, err := syntax.Parse(body, syntax.Perl)
	if err != nil {
		return err
	}
	r.shortest = shortest(parsed)
	r.matchesNames = r.id == "vault-service-token" || r.id == "hashicorp-tf-password"
	switch {
	case r.isAssignment(body):
		r.form = formAssignment
	case hasBlank(parsed) || !r.hasKeyword():
		r.form = formText
	}
	return nil
}

// isAssignment reports whether a pattern is the one of an assignment to a name with a keyword.
func (r *rule) isAssignment(pattern string) bool {
	_, names, _ := strings.Cut(strings.ToLower(pattern), assignmentStart)
	names, _, ok := strings.Cut(names, assignmentNames)
	for _, k := range r.keywords {
		ok = ok && (strings.Contains(names, k) || strings.ContainsAny(names, "[\\?"))
	}
	return ok
}

// hasKeyword reports whether the keywords are a part of each match. Others are near it.
func (r *rule) hasKeyword() bool {
	pattern := strings.ToLower(strings.ReplaceAll(r.pattern, `\`, ""))
	for _, k := range r.keywords {
		if !strings.Contains(pattern, k) {
			return false
		}
	}
	return true
}

// shortest returns the length of the shortest match, in characters.
func shortest(e *syntax.Regexp) int {
	switch e.Op {
	case syntax.OpLiteral:
		return len(e.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1
	case syntax.OpCapture, syntax.OpPlus:
		return shortest(e.Sub[0])
	case syntax.OpRepeat:
		return e.Min * shortest(e.Sub[0])
	case syntax.OpConcat:
		n := 0
		for _, sub := range e.Sub {
			n += shortest(sub)
		}
		return n
	case syntax.OpAlternate:
		n := math.MaxInt
		for _, sub := range e.Sub {
			n = min(n, shortest(sub))
		}
		return n
	}
	return 0
}

// hasBlank reports whether a match can have a character that ends a token.
func hasBlank(e *syntax.Regexp) bool {
	switch e.Op {
	case syntax.OpLiteral:
		for _, c := range e.Rune {
			if c < 0x80 && !isToken(byte(c)) {
				return true
			}
		}
	case syntax.OpCharClass:
		for i := 0; i < len(e.Rune); i += 2 {
			for c := e.Rune[i]; c <= min(e.Rune[i+1], 0x7f); c++ {
				if !isToken(byte(c)) {
					return true
				}
			}
		}
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return true
	}
	for _, sub := range e.Sub {
		if hasBlank(sub) {
			return true
		}
	}
	return false
}

// isToken reports whether a byte can be in a secret that has no blanks, quotes or brackets.
func isToken(c byte) bool {
	switch c {
	case '"', '\'', '`', '<', '>', '(', ')', '{', '}', '[', ']', ',', ';', 0x7f:
		return false
	}
	return c > ' '
}

// compile compiles the patterns of a rule when it is first needed: most rules never are.
func (r *rule) compile() {
	if r.compiled {
		return
	}
	r.compiled = true
	r.regexp = regexp.MustCompile(r.pattern)
	if r.allowed != "" {
		r.allowedRegexp = regexp.MustCompile(r.allowed)
	}
	if r.around != "" {
		r.aroundText = regexp.MustCompile(r.around)
	}
}

// entropy returns the entropy of a text in bits per byte.
func entropy(s []byte) float64 {
	var counts [256]int
	for _, c := range s {
		counts[c]++
	}
	bits := 0.0
	for _, n := range counts {
		if n > 0 {
			p := float64(n) / float64(len(s))
			bits -= p * math.Log2(p)
		}
	}
	return bits
}
