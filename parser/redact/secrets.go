package redact

import (
	"bytes"
	"strings"
)

// addSecrets adds the finders of secrets that are known by their surroundings.
func (s *scanner) addSecrets(words *[]string) {
	s.add(words, (*scanner).privateKey, "-----begin")
	s.add(words, (*scanner).password, "password", "passwd", "passphrase", "_pwd", "_pass", "secret", "pgpassword", "mysql_pwd", "_psw")
	s.add(words, (*scanner).urlPassword, "://")
	s.add(words, (*scanner).connection, "pwd=", "password=", "accountkey=", "sharedaccesskey=", "sig=")
	s.add(words, (*scanner).bearer, "bearer ", "basic ")
}

// privateKey finds keys in the PEM format, also in strings whose line breaks are escaped, and keys
// whose end was cut off.
func (s *scanner) privateKey(end int) {
	const longest = 16 << 10
	b := s.text
	if end < s.keyEnd {
		return
	}
	tail := b[end:min(len(b), end+longest)]
	head := bytes.Index(tail[:min(len(tail), 100)], []byte("-----"))
	if head < 0 || !bytes.Contains(tail[:head], []byte("PRIVATE KEY")) {
		return
	}
	from := end + head + len("-----")
	body := b[from:min(len(b), end+longest)]
	to := bytes.Index(body, []byte("-----END"))
	if to < 0 {
		for to = 0; to < len(body) && (isBase64(body[to]) || isBlank(body[to]) || isQuote(body[to]) || isHeader(body[to])); to++ {
		}
	}
	s.keyEnd = from + to
	start, stop := keyBody(body[:to])
	body = body[:stop]
	key := keyCode(body[min(start, stop):])
	if len(key) < 40 || isPlaceholder(body) || bytes.Contains(body, []byte("...")) {
		return
	}
	s.take(candidate{kind: Secret, rule: "private-key", from: from + start, to: from + stop, key: key})
}

// keyBody returns the range of a text without blanks, quotes and escaped line breaks around it.
func keyBody(b []byte) (from, to int) {
	to = len(b)
	for from < to && (isBlank(b[from]) || isQuote(b[from])) {
		isEscape := b[from] == '\\'
		if from++; isEscape && from < to && b[from] != '\\' && b[from] != '/' {
			from++ // the n of \n
		}
	}
	for to > from {
		switch {
		case isBlank(b[to-1]) || isQuote(b[to-1]):
			to--
		case to-from >= 2 && b[to-2] == '\\':
			to -= 2
		default:
			return from, to
		}
	}
	return from, to
}

// keyCode returns the code of a private key, which is the same however its lines begin and end: after numbers and
// the marks of diffs, and in strings with escapes.
func keyCode(b []byte) string {
	var code strings.Builder
	isEscaped := false
	for len(b) > 0 {
		line, more := b, []byte(nil)
		end := bytes.IndexAny(b, "\\\n\r")
		if end >= 0 {
			line, more = b[:end], b[end+1:]
		}
		if isEscaped && len(line) > 0 && line[0] != '/' {
			line = line[1:] // the n of \n
		}
		line = bytes.TrimFunc(line[margin(line):], func(r rune) bool {
			return r >= 0x80 || r == '+' || r == '-' || !isBase64(byte(r))
		})
		for _, c := range line {
			if isBase64(c) {
				code.WriteByte(c)
			}
		}
		isEscaped = end >= 0 && b[end] == '\\'
		b = more
	}
	return code.String()
}

// isHeader reports whether a byte is in a header of a private key and not in its body.
func isHeader(c byte) bool { return c == ':' || c == ',' || c == '-' }

func isBase64(c byte) bool {
	// One bit for each character: this is called for most bytes of a file.
	const low, high uint64 = 0x23ffa80000000000, 0x07fffffe87fffffe // + - / 0 to 9 =, and the letters and _
	if c < 64 {
		return low>>c&1 != 0
	}
	return c < 128 && high>>(c-64)&1 != 0
}

// urlPassword finds the password in scheme://user:password@host.
func (s *scanner) urlPassword(end int) {
	b := s.text
	colon, at := 0, end
	for ; at < len(b) && at-end < 300; at++ {
		c := b[at]
		if c <= ' ' || isQuote(c) || c == '<' || c == '>' || colon == 0 && (c == '/' || c == '?') {
			return
		}
		if c == ':' && colon == 0 {
			colon = at
		}
		if c == '@' {
			break
		}
	}
	if at == len(b) || at-end >= 300 || b[at] != '@' || colon == 0 {
		return
	}
	secret := b[colon+1 : at]
	if bytes.IndexByte(secret, '/') >= 0 && isPort(secret) || isCommonPassword(secret) || bytes.Equal(secret, b[end:colon]) {
		return
	}
	s.take(candidate{kind: Secret, rule: "url-password", from: colon + 1, to: at, weak: true})
}

// isPort reports whether a text begins with the number of a port, and a path follows.
func isPort(b []byte) bool {
	at := 0
	for at < len(b) && isDigit(b[at]) {
		at++
	}
	return at > 0 && at < len(b) && b[at] == '/'
}

// isCommonPassword reports whether a password protects nothing, or stands for another one.
func isCommonPassword(b []byte) bool {
	if len(b) < 4 || len(b) > 200 || isPlaceholder(b) || isExample(b) && len(b) > 4 {
		return true
	}
	switch b[0] {
	case '$', '<', '{', '%', '[', '(', '*', '#', '&', '@':
		return true
	}
	if bytes.ContainsAny(b, "${}<>()[]|*") && !isStrong(b) {
		return true
	}
	word := strings.ToLower(strings.Trim(string(b), ".,;:!?_-0123456789"))
	switch word {
	case "", "password", "passwd", "pass", "passw", "pwd", "secret", "postgres", "root", "admin", "user", "test", "testing", "tests",
		"testpass", "testpassword", "testsecret", "example", "mysql", "mongo", "redis", "guest", "token", "none", "null", "true",
		"false", "undefined", "nil", "string", "dev", "local", "localdev", "default", "demo", "foo", "bar", "baz", "letmein",
		"qwerty", "abc", "my-password", "mypassword", "secretpassword", "supersecret", "super-secret", "correct", "wrong",
		"wrongpassword", "key", "value", "hunter", "rabbitmq", "minio", "minioadmin", "changeit", "required", "optional", "text":
		return true
	}
	return false
}

// isStrong reports whether a text has small and capital letters, digits and others.
func isStrong(b []byte) bool {
	var small, capital, digit, other bool
	for _, c := range b {
		switch {
		case c >= 'a' && c <= 'z':
			small = true
		case c >= 'A' && c <= 'Z':
			capital = true
		case isDigit(c):
			digit = true
		default:
			other = true
		}
	}
	return small && capital && digit && other
}

// password finds the values of assignments to names of passwords: DB_PASSWORD=…, password: "…".
func (s *scanner) password(end int) {
	at := end
	b := s.text
	for at < len(b) && at-end < 24 && (isWord(b[at]) || b[at] == '-' || b[at] == '.') {
		at++
	}
	for at < len(b) && (b[at] == '\\' || b[at] == '"' || b[at] == '\'' || b[at] == ']') {
		at++
	}
	for at < len(b) && (b[at] == ' ' || b[at] == '\t') {
		at++
	}
	switch {
	case at < len(b) && b[at] == '=' && at+1 < len(b) && b[at+1] != '=' && b[at+1] != '>':
	case at < len(b) && b[at] == ':' && at+1 < len(b) && b[at+1] != ':' && b[at+1] != '/':
		if at+1 < len(b) && b[at+1] == '=' {
			at++
		}
	case at+1 < len(b) && b[at] == '=' && b[at+1] == '>':
		at++
	default:
		return
	}
	isUpper := b[end-1] < 'a'
	at++
	for at < len(b) && (b[at] == ' ' || b[at] == '\t') {
		at++
	}
	from, to, quoted := s.value(at)
	if !quoted && !isUpper && !isStrong(b[from:to]) && !s.isConfig(to) {
		return
	}
	if secret := b[from:to]; isPassword(secret, quoted) {
		s.take(candidate{kind: Secret, rule: "password", from: from, to: to, weak: true})
	}
}

// isConfig reports whether an unquoted value ends its line, as in a file of settings.
func (s *scanner) isConfig(to int) bool {
	return to == len(s.text) || s.text[to] == '\n' || s.text[to] == '\r' || s.text[to] == '\\'
}

// value returns the range of a value, which can be in quotes.
func (s *scanner) value(at int) (from, to int, quoted bool) {
	b := s.text
	for at < len(b) && b[at] == '\\' {
		at++
	}
	if at < len(b) && (b[at] == '"' || b[at] == '\'' || b[at] == '`') {
		quote := b[at]
		for to = at + 1; to < len(b) && to-at < 200 && b[to] != quote && b[to] != '\n'; to++ {
		}
		if to < len(b) && b[to] == quote {
			end := to
			for end > at+1 && b[end-1] == '\\' {
				end--
			}
			return at + 1, end, true
		}
		return at, at, false
	}
	for to = at; to < len(b) && to-at < 200 && b[to] > ' ' && !isQuote(b[to]) && b[to] != ';'; to++ {
	}
	for to > at && (b[to-1] == ',' || b[to-1] == '.' || b[to-1] == ')') {
		to--
	}
	return at, to, false
}

// isPassword reports whether a value of a name of a password is one, and no code or description.
func isPassword(b []byte, quoted bool) bool {
	if len(b) < 6 || len(b) > 150 || isCommonPassword(b) || entropy(b) < 2.3 || bytes.IndexByte(b, ' ') >= 0 {
		return false
	}
	letters, digits, others := 0, 0, 0
	for _, c := range b {
		switch {
		case isLetter(c):
			letters++
		case isDigit(c):
			digits++
		case c >= 0x80:
			return false
		default:
			others++
		}
	}
	if letters == 0 || digits == 0 && (others == 0 || !isStrongWord(b)) {
		return false
	}
	if !quoted && isExpression(b) {
		return false
	}
	return !isPath(b) && !containsFold(b, "://") && !containsFold(b, "process.env") && !containsFold(b, "password") &&
		!containsFold(b, "secret")
}

// isStrongWord reports whether a text without digits has marks that names and prose have not.
func isStrongWord(b []byte) bool { return bytes.ContainsAny(b, "!@#^&~+") }

// isPath reports whether a text looks like a path.
func isPath(b []byte) bool {
	return b[0] == '/' || b[0] == '~' || b[0] == '.' || bytes.Count(b, []byte("/")) > 1
}

// isExpression reports whether a text looks like code: a call, a member, an index.
func isExpression(b []byte) bool {
	if bytes.ContainsAny(b, "()[]{}<>=") {
		return true
	}
	dot := bytes.IndexByte(b, '.')
	return dot > 0 && dot+1 < len(b) && isLetter(b[dot-1]) && isLetter(b[dot+1])
}

// connection finds passwords and keys in connection strings and signed URLs.
func (s *scanner) connection(end int) {
	b := s.text
	to := end
	for to < len(b) && to-end < 200 && b[to] > ' ' && !isQuote(b[to]) && b[to] != ';' && b[to] != '&' {
		to++
	}
	secret := b[end:to]
	before := b[max(0, end-120):end]
	if bytes.IndexByte(before, ';') < 0 && !containsFold(before, "://") {
		return
	}
	if len(secret) < 6 || isCommonPassword(secret) || entropy(secret) < 2.3 {
		return
	}
	if b[end-2] == 'g' && len(secret) < 40 { // sig=
		return
	}
	s.take(candidate{kind: Secret, rule: "connection-string", from: end, to: to, weak: true})
}

// bearer finds tokens in headers.
func (s *scanner) bearer(end int) {
	from := end
	to := from
	b := s.text
	for to < len(b) && to-from < 4096 && (isBase64(b[to]) || b[to] == '.' || b[to] == '~') {
		to++
	}
	secret := b[from:to]
	if len(secret) < 16 || entropy(secret) < 3.2 || isExample(secret) || !hasDigits(secret, 2) || isIdentifier(secret) {
		return
	}
	s.take(candidate{kind: Secret, rule: "authorization-header", from: from, to: to, weak: true})
}

// hasDigits reports whether a text has at least n digits.
func hasDigits(b []byte, n int) bool {
	for _, c := range b {
		if isDigit(c) {
			n--
		}
	}
	return n <= 0
}

// isIdentifier reports whether a text looks like names of code or prose: words with separators and
// few digits, rather than random characters.
func isIdentifier(b []byte) bool {
	digits, groups := 0, 0
	for i, c := range b {
		if isDigit(c) {
			if digits++; i == 0 || !isDigit(b[i-1]) {
				groups++
			}
		}
	}
	if digits*4 >= len(b) || bytes.ContainsAny(b, "+/=") {
		return false
	}
	words := 0
	for token := range bytes.FieldsFuncSeq(b, func(r rune) bool { return r >= 0x80 || !isLetter(byte(r)) }) {
		words += wordLength(token)
	}
	return words*10 >= len(b)*6 || groups <= 2 && !isScrambled(b)
}

// wordLength returns how many of the letters of a token are in words: four letters or more, with a
// capital at most at the beginning, or of capitals only.
func wordLength(token []byte) int {
	const shortest = 4
	words, from, capitals := 0, 0, 0
	for i := 0; i <= len(token); i++ {
		if i == len(token) || i > 0 && token[i] < 'a' {
			if i-from >= shortest {
				words += i - from
			}
			from = i
		}
		if i < len(token) && token[i] < 'a' {
			capitals++
		}
	}
	if capitals == len(token) && capitals >= shortest {
		return capitals
	}
	return words
}

// isScrambled reports whether small and capital letters change as often as in random text.
func isScrambled(b []byte) bool {
	turns := 0
	for i := 1; i < len(b); i++ {
		if isLetter(b[i]) && isLetter(b[i-1]) && (b[i] < 'a') != (b[i-1] < 'a') {
			turns++
		}
	}
	return turns*4 > len(b)
}
