package redact

import "bytes"

// addGeneric adds the finder of random values that are assigned to telling names. It does what the
// rule generic-api-key does, without its regexp: its keywords are everywhere in code.
func (s *scanner) addGeneric(words *[]string, r *rule) {
	s.add(words, func(s *scanner, end int) { s.generic(r, end) }, r.keywords...)
}

func (s *scanner) generic(r *rule, end int) {
	at, ok := s.operator(end)
	if !ok {
		return
	}
	b := s.text
	for n := 0; n < 6 && at < len(b) && (isBlank(b[at]) || isQuote(b[at]) || b[at] == '='); n++ {
		at++
	}
	from := at
	for at < len(b) && at-from <= 150 && (isWord(b[at]) || b[at] == '.' || b[at] == '=' || b[at] == '-' || b[at] == '+' || b[at] == '/') {
		at++
	}
	secret := bytes.TrimRight(b[from:at], ".")
	if len(secret) < 10 || len(secret) > 150 || at < len(b) && !isEnd(b[at]) {
		return
	}
	if !hasDigits(secret, 2) || isNumber(secret) || isIdentifier(secret) || isExpression(secret[:len(secret)-trailing(secret, '=')]) || isPath(secret) {
		return
	}
	c := candidate{kind: Secret, rule: r.id, from: from, to: from + len(secret), weak: true}
	if isID(secret) || isDate(secret) || s.hasStopWord(secret) || !s.isSecret(r, c, s.match(end, at)) || entropy(secret) < r.entropy {
		return
	}
	s.take(c)
}

// match returns the text of an assignment, with the beginning of its name.
func (s *scanner) match(end, to int) []byte {
	from := end
	for from > 0 && end-from < beforeName && (isWord(s.text[from-1]) || s.text[from-1] == '.' || s.text[from-1] == '-') {
		from--
	}
	return s.text[from:to]
}

// isEnd reports whether a byte can follow a secret.
func isEnd(c byte) bool {
	switch c {
	case '"', '\'', '`', ' ', '\t', '\n', '\r', ';', '\\', ',', ')', '<', '&', '}', ']':
		return true
	}
	return false
}

func trailing(b []byte, c byte) int {
	return len(b) - len(bytes.TrimRight(b, string(c)))
}

// isNumber reports whether a text is a number or a version.
func isNumber(b []byte) bool {
	for _, c := range b {
		if !isDigit(c) && c != '.' && c != '-' && c != '_' && c != 'e' && c != 'x' {
			return false
		}
	}
	return true
}

// isID reports whether a text is a UUID or an id of the API, which are no secrets by themselves.
func isID(b []byte) bool {
	for _, prefix := range [...]string{"toolu_", "msg_", "req_", "call_", "srvtoolu_", "agent-", "session_", "sha256-", "sha512-", "sha1-"} {
		if bytes.HasPrefix(b, []byte(prefix)) {
			return true
		}
	}
	return isUUID(b)
}

func isUUID(b []byte) bool {
	if len(b) != 36 {
		return false
	}
	for i, c := range b {
		if i == 8 || i == 13 || i == 18 || i == 23 {
			if c != '-' {
				return false
			}
		} else if _, ok := hexDigit(c); !ok {
			return false
		}
	}
	return true
}

// isDate reports whether a text begins with a date.
func isDate(b []byte) bool {
	return len(b) >= 10 && b[4] == '-' && b[7] == '-' && isNumber(b[:10]) && (b[0] == '1' || b[0] == '2')
}

// hasStopWord reports whether a text has a word that random text has not.
func (s *scanner) hasStopWord(b []byte) bool {
	found := false
	s.stop.find(b, func(int32, int) { found = true })
	return found
}
