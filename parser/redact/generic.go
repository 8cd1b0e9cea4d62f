package redact

import "bytes"

// addGeneric adds the finder of random values that are assigned to telling names. It does what the
// rule generic-api-key does, without its regexp: its keywords are everywhere in code.
func (s *scanner) addGeneric(words *[]string, r *rule) {
	s.add(words, func(s *scanner, end int) { s.generic(r, end) }, r.keywords...)
}

func (s *scanner) generic(r *rule, end int) {
	operatorEnd, ok := s.operator(end)
	if !ok {
		return
	}
	b, at := s.text, operatorEnd
	for n := 0; n < 6 && at < len(b) && (isBlank(b[at]) || isQuote(b[at]) || b[at] == '='); n++ {
		at++
	}
	from := at
	if !isQuote(b[from-1]) && b[operatorEnd-1] == ',' {
		return // an argument
	}
	for at < len(b) && at-from <= 150 && (isWord(b[at]) || bytes.IndexByte([]byte(".=-+/"), b[at]) >= 0) {
		at++
	}
	secret := bytes.TrimRight(b[from:at], ".")
	if len(secret) < 10 || len(secret) > 150 || at < len(b) && !isEnd(b[at]) || !s.isRandom(r, secret) {
		return
	}
	c := candidate{kind: Secret, rule: r.id, from: from, to: from + len(secret), weak: true}
	match := s.match(end, at)
	if isUUID(secret) && !isSecretName(match[:len(match)-(at-from)]) {
		return
	}
	if s.isSecret(r, c, match) {
		s.take(c)
	}
}

// isRandom reports whether a text is too random for a name, a number, a path or an expression.
func (s *scanner) isRandom(r *rule, b []byte) bool {
	const shortestLetters = 20
	if !hasDigits(b, 2) && (len(b) < shortestLetters || !isScrambled(b)) {
		return false
	}
	if isNumber(b) || isIdentifier(b) || isPath(b) || isID(b) || isDate(b) {
		return false
	}
	if isExpression(bytes.TrimRight(b, "=")) || 4*s.longestStopWord(b) >= len(b) || bytes.Contains(b, []byte("123456789")) {
		return false
	}
	return isHex(b) && len(b) >= 32 || entropy(b) > r.entropy
}

// isSecretName reports whether a name is the one of a secret, and no other key or id.
func isSecretName(name []byte) bool {
	for _, word := range [...]string{"secret", "token", "api_key", "apikey", "api-key", "api key", "password", "auth"} {
		if containsFold(name, word) {
			return true
		}
	}
	return false
}

func isHex(b []byte) bool {
	for _, c := range b {
		if _, ok := hexDigit(c); !ok {
			return false
		}
	}
	return true
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
	for _, prefix := range [...]string{
		"toolu_", "msg_", "req_", "call_", "srvtoolu_", "agent-", "session_", "sha256-", "sha512-", "sha1-",
	} {
		if bytes.HasPrefix(b, []byte(prefix)) {
			return true
		}
	}
	return false
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

// longestStopWord returns the length of the longest word in a text that random text has not.
func (s *scanner) longestStopWord(b []byte) int {
	longest := 0
	s.stop.find(b, func(word int32, _ int) { longest = max(longest, s.stopLengths[word]) })
	return longest
}
