package redact

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// A candidate is a range of a text that may be a finding.
type candidate struct {
	kind     Kind
	rule     string
	from, to int
	key      string // see Finding
	weak     bool   // a rule that knows the format of a secret is preferred
}

// A trigger is called where a keyword ends in the text of a scanner.
type trigger func(s *scanner, end int)

// A scanner finds candidates in texts. Its keywords start the finders.
type scanner struct {
	keywords *keywordSet
	triggers []trigger   // by keyword
	lengths  []int       // of the keywords
	stop     *keywordSet // words that random text has not

	stopLengths []int
	all         *rule // what is no secret, for all rules
	patterns    []*regexp.Regexp

	text   []byte
	found  []candidate
	done   []int // by rule: the text before it was searched
	keyEnd int   // likewise, for private keys
}

// add adds a finder that starts at keywords.
func (s *scanner) add(words *[]string, start trigger, keywords ...string) {
	for _, k := range keywords {
		*words = append(*words, k)
		s.triggers = append(s.triggers, start)
		s.lengths = append(s.lengths, len(k))
	}
}

func newScanner(o FinderOptions) (*scanner, error) {
	rules, all, err := parseRules(ruleTable + moreRules)
	if err != nil {
		return nil, err
	}
	s := &scanner{all: all, done: make([]int, len(rules))}
	all.compile()
	stop := strings.Fields(stopWords)
	s.stop, s.stopLengths = newKeywordSet(stop), make([]int, len(stop))
	for i, w := range stop {
		s.stopLengths[i] = len(w)
	}
	var words []string
	for i, r := range rules {
		switch r.id {
		case "generic-api-key":
			r.compile()
			s.addGeneric(&words, r)
		case "private-key": // there is a finder for these that also takes cut ones
		default:
			s.add(&words, func(s *scanner, end int) { s.rule(i, r, end) }, r.keywords...)
		}
	}
	s.addSecrets(&words)
	s.addPersonal(&words)
	s.add(&words, (*scanner).placeholder, "‹")
	for _, w := range o.Words {
		s.addWord(&words, w)
	}
	s.patterns = o.Patterns
	s.keywords = newKeywordSet(words)
	return s, nil
}

// scan returns the candidates in a text, without those within others, in their order.
func (s *scanner) scan(b []byte) []candidate {
	s.text, s.found = b, s.found[:0]
	clear(s.done)
	s.keyEnd = 0
	s.keywords.find(b, func(word int32, end int) { s.triggers[word](s, end) })
	for _, p := range s.patterns {
		for _, m := range p.FindAllIndex(b, -1) {
			if m[1] > m[0] {
				s.take(candidate{kind: Pattern, rule: "pattern", from: m[0], to: m[1]})
			}
		}
	}
	if len(s.found) > 1 {
		s.resolve()
	}
	return s.found
}

func (s *scanner) take(c candidate) { s.found = append(s.found, c) }

// resolve leaves out candidates that others explain better: what is within a secret, or was found
// by a rule that knows less.
func (s *scanner) resolve() {
	slices.SortStableFunc(s.found, func(a, b candidate) int { return cmp.Or(a.from-b.from, b.to-a.to) })
	better := s.found[:0]
	for i, c := range s.found {
		if !s.isExplained(i, c) {
			better = append(better, c)
		}
	}
	s.found = better
}

// isExplained reports whether the candidate at an index is worse than one of its neighbors.
func (s *scanner) isExplained(i int, c candidate) bool {
	const near = 8
	if c.kind >= Word {
		return false
	}
	for j := max(0, i-near); j < min(len(s.found), i+near); j++ {
		o := s.found[j]
		if j == i || o.from >= c.to || c.from >= o.to || o.kind >= Word {
			continue
		}
		switch {
		case o.kind == c.kind && o.from == c.from && o.to == c.to && o.weak == c.weak:
			if j < i {
				return true
			}
		case o.kind != Secret:
		case c.kind != Secret:
			return true
		case o.weak != c.weak:
			if c.weak {
				return true
			}
		case o.from <= c.from && o.to >= c.to && o.to-o.from > c.to-c.from:
			return true
		}
	}
	return false
}

// Windows around a keyword that a rule searches, in bytes.
const (
	beforeName   = 60
	afterName    = 60  // with the operator and the beginning of the value
	moreNames    = 400 // so that names in a row are searched once
	beforeText   = 200
	afterText    = 1200
	longestToken = 8 << 10
)

// rule searches the text around a keyword for the secrets of a rule.
func (s *scanner) rule(number int, r *rule, end int) {
	if end <= s.done[number] {
		return
	}
	from, to := end, end
	switch r.form {
	case formToken:
		from, to = s.token(end)
		if to-from < r.shortest {
			return
		}
		s.done[number] = to
	case formAssignment:
		if !s.isAssignment(end) {
			return
		}
		from, to = s.window(end-beforeName, end+moreNames)
		s.done[number] = to - afterName
	case formText:
		from, to = s.window(end-beforeText, end+afterText)
		s.done[number] = end + afterText/2
	}
	r.compile()
	window := s.text[from:to]
	for _, m := range r.regexp.FindAllSubmatchIndex(window, -1) {
		group := r.group
		for g := 1; group == 0 && 2*g < len(m); g++ {
			if m[2*g] >= 0 {
				group = g
			}
		}
		if m[2*group] < 0 {
			group = 0
		}
		c := candidate{kind: Secret, rule: r.id, from: from + m[2*group], to: from + m[2*group+1]}
		if s.isSecret(r, c, window[m[0]:m[1]]) {
			s.take(c)
		}
	}
}

// token returns the range of the text without blanks and quotes around a place.
func (s *scanner) token(at int) (from, to int) {
	from, to = at-1, at
	for from > 0 && at-from < longestToken && isToken(s.text[from-1]) {
		from--
	}
	for to < len(s.text) && to-at < longestToken && isToken(s.text[to]) {
		to++
	}
	// The characters beside it count, too: a boundary of words can depend on them.
	return max(0, from-1), min(len(s.text), to+1)
}

// window returns a range of the text that ends between tokens.
func (s *scanner) window(from, to int) (int, int) {
	from, to = max(0, from), min(len(s.text), to)
	for n := 0; to < len(s.text) && n < longestToken && isToken(s.text[to-1]); n++ {
		to++
	}
	for n := 0; from > 0 && n < beforeName && isToken(s.text[from-1]); n++ {
		from--
	}
	return from, to
}

// isAssignment reports whether the rest of a name and an operator follow a keyword.
func (s *scanner) isAssignment(end int) bool {
	_, ok := s.operator(end)
	return ok
}

// operator skips the rest of a name, quotes and an operator, and returns the index after it.
func (s *scanner) operator(at int) (int, bool) {
	b := s.text
	for n := 0; n < 20 && at < len(b) && (isWord(b[at]) || b[at] == '.' || b[at] == '-' || b[at] == ' ' || b[at] == '\t'); n++ {
		at++
	}
	for n := 0; n < 5 && at < len(b) && (isBlank(b[at]) || isQuote(b[at]) || b[at] == ']'); n++ {
		at++
	}
	if at > 2 && at < len(b) && isQuote(b[at-1]) && b[at-2] == ' ' && b[at-3] == '-' {
		return at, true // token - 'value'
	}
	start := at
	for at < len(b) && at-start < 4 {
		switch b[at] {
		case '=', ':', '>', '|', '?', ',', '+':
			at++
			continue
		}
		break
	}
	return at, at > start && b[at-1] != '?' && b[at-1] != '+'
}

// isSecret reports whether a match of a rule is random enough, and no known exception.
func (s *scanner) isSecret(r *rule, c candidate, match []byte) bool {
	secret := s.text[c.from:c.to]
	if len(secret) < 4 || isPlaceholder(secret) {
		return false
	}
	if r.entropy > 0 && entropy(secret) <= r.entropy && !(isHex(secret) && len(secret) >= 32) {
		return false
	}
	if s.all.allowedRegexp.Match(secret) || bytes.Contains(bytes.ToLower(secret), []byte("abcdefghijklmnopqrstuvwxyz")) {
		return false
	}
	if r.allowedRegexp != nil && r.allowedRegexp.Match(secret) || r.aroundText != nil && r.aroundText.Match(match) {
		return false
	}
	if r.matchesNames && isIdentifier(bytes.Trim(secret, "\"'")) {
		return false
	}
	return !isExample(secret)
}

// placeholder finds text that looks like a placeholder of this package.
func (s *scanner) placeholder(end int) {
	to := end
	for to < len(s.text) && to-end < 80 && (isWord(s.text[to])) {
		to++
	}
	if to > end && bytes.HasPrefix(s.text[to:], []byte("›")) {
		s.take(candidate{kind: Placeholder, rule: "placeholder", from: end - len("‹"), to: to + len("›")})
	}
}

// isPlaceholder reports whether a text has a placeholder of this package.
func isPlaceholder(b []byte) bool { return bytes.Contains(b, []byte("‹")) }

// isExample reports whether a secret is none, but shows what one looks like.
func isExample(b []byte) bool {
	for _, w := range [...]string{"example", "xxxx", "your-", "your_", "yourapi", "yourtoken", "placeholder", "redacted",
		"changeme", "change_me", "change-me", "dummy", "....", "****", "•••"} {
		if containsFold(b, w) {
			return true
		}
	}
	return distinct(b) < 4
}

// distinct counts the different bytes of a text.
func distinct(b []byte) int {
	var seen [256]bool
	n := 0
	for _, c := range b {
		if !seen[c] {
			seen[c] = true
			n++
		}
	}
	return n
}

// containsFold reports whether b has a word in lower case, without regard to case.
func containsFold(b []byte, word string) bool {
	for i := 0; i+len(word) <= len(b); i++ {
		if hasPrefixFold(b[i:], word) {
			return true
		}
	}
	return false
}

func hasPrefixFold(b []byte, word string) bool {
	if len(b) < len(word) {
		return false
	}
	for j := range len(word) {
		if lower(b[j]) != word[j] {
			return false
		}
	}
	return true
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isWord(c byte) bool   { return isLetter(c) || isDigit(c) || c == '_' }
func isBlank(c byte) bool  { return c == ' ' || c >= '\t' && c <= '\r' }
func isQuote(c byte) bool  { return c == '"' || c == '\'' || c == '`' || c == '\\' }
