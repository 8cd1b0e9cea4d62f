package src

import (
	"slices"
	"strings"
)

// token is a piece of TypeScript. Comments and white space are none.
type token struct {
	kind   byte // 'a' name or number, 's' string, 't' template, 'r' regular expression, 'p' punctuation
	text   string
	line   int
	chunks []string  // of a template: what stands around its expressions
	inner  [][]token // its expressions
}

func (t token) is(text string) bool { return t.kind == 'p' && t.text == text }

// lexer cuts TypeScript into tokens, as far as this test needs it.
type lexer struct {
	src  string
	at   int
	line int
}

// tokens reads up to the brace that closes an expression, or to the end.
func (l *lexer) tokens() []token {
	var list []token
	for depth := 0; l.at < len(l.src); {
		c := l.src[l.at]
		rest := l.src[l.at:]
		start := token{line: l.line}
		switch {
		case c == '\n':
			l.line++
			l.at++
			continue
		case c == ' ' || c == '\t' || c == '\r':
			l.at++
			continue
		case strings.HasPrefix(rest, "//"):
			l.skip(strings.IndexByte(rest+"\n", '\n'))
			continue
		case strings.HasPrefix(rest, "/*"):
			l.skip(strings.Index(rest+"*/", "*/") + 2)
			continue
		case c == '"' || c == '\'':
			start.kind, start.text = 's', l.quoted(c)
		case c == '`':
			start.kind = 't'
			l.template(&start)
		case c == '/' && startsExpression(list):
			start.kind = 'r'
			l.regexp()
		case isName(c):
			n := 1
			for n < len(rest) && isName(rest[n]) {
				n++
			}
			start.kind, start.text = 'a', rest[:n]
			l.at += n
		default:
			start.kind, start.text = 'p', punctuation(rest)
			switch c {
			case '{':
				depth++
			case '}':
				if depth == 0 {
					return list
				}
				depth--
			}
			l.at += len(start.text)
		}
		list = append(list, start)
	}
	return list
}

func (l *lexer) skip(n int) {
	n = min(n, len(l.src)-l.at)
	l.line += strings.Count(l.src[l.at:l.at+n], "\n")
	l.at += n
}

func (l *lexer) quoted(quote byte) string {
	start := l.at + 1
	for l.at++; l.at < len(l.src) && l.src[l.at] != quote; l.at++ {
		if l.src[l.at] == '\\' {
			l.at++
		}
	}
	text := l.src[start:min(l.at, len(l.src))]
	l.at++
	return text
}

func (l *lexer) template(t *token) {
	start := l.at + 1
	for l.at++; l.at < len(l.src) && l.src[l.at] != '`'; l.at++ {
		switch {
		case l.src[l.at] == '\\':
			l.at++
		case l.src[l.at] == '\n':
			l.line++
		case strings.HasPrefix(l.src[l.at:], "${"):
			t.chunks = append(t.chunks, l.src[start:l.at])
			l.at += 2
			t.inner = append(t.inner, l.tokens())
			start = l.at + 1
		}
	}
	t.chunks = append(t.chunks, l.src[start:min(l.at, len(l.src))])
	l.at++
}

func (l *lexer) regexp() {
	class := false
	for l.at++; l.at < len(l.src) && (class || l.src[l.at] != '/'); l.at++ {
		switch l.src[l.at] {
		case '\\':
			l.at++
		case '[':
			class = true
		case ']':
			class = false
		}
	}
	l.at++
}

// startsExpression tells whether a slash after these tokens begins a regular
// expression rather than a division.
func startsExpression(before []token) bool {
	if len(before) == 0 {
		return true
	}
	last := before[len(before)-1]
	if last.kind == 'a' {
		return slices.Contains([]string{"return", "typeof", "case", "in", "of"}, last.text)
	}
	return last.kind == 'p' && !slices.Contains([]string{")", "]", "}"}, last.text)
}

func isName(c byte) bool {
	return c == '_' || c == '$' || c == '#' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

func punctuation(rest string) string {
	for _, long := range []string{"??", "||", "&&", "=>", "===", "!==", "?.", "=="} {
		if strings.HasPrefix(rest, long) {
			return long
		}
	}
	return rest[:1]
}
