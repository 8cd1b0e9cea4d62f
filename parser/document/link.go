package document

import (
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

// The viewer has the same rule for links: content/url.ts. Here, hosts with other characters than ASCII are no links:
// browsers open the Punycode form of such a host, whose letters may look like those of another one.

var (
	webURL  = regexp.MustCompile(`^[Hh][Tt][Tt][Pp][Ss]?://((?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]+)?)(?:[/?#].*)?$`)
	mailURL = regexp.MustCompile(`^[Mm][Aa][Ii][Ll][Tt][Oo]:([^/?][^?]*)(?:\?.*)?$`)
	// forbidden are characters that readers drop or convert, so that another address would be opened.
	forbidden = regexp.MustCompile(`[\x00-\x20\x7f<>\\\pZ]`)
	// inlineTarget is the end of a link in Markdown: what else could be one is text.
	inlineTarget = regexp.MustCompile(`^\]\([ \t]*(?:<(` + inAngles + `*)>|(` + inTarget + `(?:` + inTarget + `|\(` + inTarget + `*\))*))` +
		`(?:[ \t]+(?:"(?:[^"` + noText + `]|` + anEscape + `)*"|'(?:[^'` + noText + `]|` + anEscape + `)*'))?[ \t]*\)`)
)

// Parts of [inlineTarget], in which nothing can begin code, HTML or another link.
const (
	noText   = "\\\\<`\\[\\]"
	anEscape = `\\[!-/:-@\[-\x60{-~]`
	inAngles = "(?:[^>" + noText + "]|" + anEscape + ")"
	inTarget = `(?:[^\s()` + noText + `]|` + anEscape + `)`
)

// maxURL limits the address of a link, in bytes; a longer one is text.
const maxURL = 8 << 10

// isSafeURL reports whether an address may be that of a link.
func isSafeURL(url string) bool { return targetOf(url) != "" }

// targetOf returns where an address leads: the host, or for mail "mailto:" and the recipient. It returns "" if the address
// must not be a link.
func targetOf(url string) string {
	if len(url) > maxURL || forbidden.MatchString(url) || visible(url) != url {
		return ""
	}
	if m := webURL.FindStringSubmatch(url); m != nil {
		return strings.ToLower(m[1])
	}
	if m := mailURL.FindStringSubmatch(url); m != nil {
		return "mailto:" + m[1]
	}
	return ""
}

// hostNote returns the text to write after a link: " (host)", or "" if the text of the link is nothing but its host or its
// address. A text can imitate another address in more ways than a check can know.
func hostNote(url, text string) string {
	target := targetOf(url)
	text = strings.Trim(text, " \t\n")
	switch name := strings.TrimPrefix(target, "mailto:"); {
	case target == "", strings.EqualFold(text, name) && isASCII(text), text == url, text+"/" == url:
		return ""
	}
	return " (" + target + ")"
}

// isASCII reports whether all letters are those of ASCII: [strings.EqualFold] takes some others for them.
func isASCII(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r >= 0x80 }) < 0
}

// destination returns the address in the source of a link, without escapes and references of characters.
func destination(source string) string {
	return string(util.UnescapePunctuations(util.ResolveEntityNames(util.ResolveNumericReferences([]byte(source)))))
}

// linkEnd returns the end of a link in Markdown that a text begins with, and what to write after it. before is the text
// above it on the line. The result is "" if the link must be text.
func linkEnd(before, text string) (end, note string) {
	m := inlineTarget.FindStringSubmatch(text)
	if m == nil {
		return "", ""
	}
	to := destination(m[1] + m[2])
	target := targetOf(to)
	if target == "" {
		return "", ""
	}
	for _, label := range []string{strings.TrimPrefix(target, "mailto:"), to, strings.TrimSuffix(to, "/")} {
		if start := len(before) - len(label) - 1; start >= 0 && before[start] == '[' && (start == 0 || before[start-1] != '\\') &&
			hostNote(to, before[start+1:]) == "" {
			return m[0], ""
		}
	}
	return m[0], " " + escaped(hostNote(to, ""))
}

// hasNote reports whether the text after a link shows its host, if it has to.
func hasNote(n *ast.Link, source []byte) bool {
	to := destination(string(n.Destination))
	note := hostNote(to, altText(n, source))
	var after []byte
	for next := n.NextSibling(); next != nil && len(after) < 2*len(note); next = next.NextSibling() {
		t, ok := next.(*ast.Text)
		if !ok {
			break
		}
		after = append(after, t.Value(source)...)
	}
	return targetOf(to) != "" && strings.HasPrefix(string(util.UnescapePunctuations(after)), note)
}
