package document_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"golang.org/x/net/html"

	"unspool/parser/document"
	"unspool/parser/testutil/viewtest"
)

// TestLinkHosts checks that the host of a link stands after it, in both formats, unless its text is nothing but the host or
// the address.
func TestLinkHosts(t *testing.T) {
	for text, want := range map[string]string{ // what a reader sees
		"[the pull request](https://evil.example/)":                        "the pull request (evil.example)",
		"[github.com](https://evil.example/)":                              "github.com (evil.example)",
		"[https://github.com/login](https://evil.example/)":                "https://github.com/login (evil.example)",
		"[github\u2024com](https://evil.example/)":                         "github\u2024com (evil.example)",
		"[see evil.example](https://evil.example/)":                        "see evil.example (evil.example)",
		"[sign in at github.com \\[evil.example](https://evil.example/)":   "sign in at github.com [evil.example (evil.example)",
		"[evil.example\ngithub.com](https://evil.example/)":                "evil.example\ngithub.com (evil.example)",
		"[git\nhub.com](https://github.com/)":                              "git\nhub.com (github.com)",
		"[<x y=\"github.com\">evil.example](https://evil.example/)":        "<x y=\"github.com\">evil.example (evil.example)",
		"[evil.example](https://evil.example/)":                            "evil.example",
		"[EVIL.example](https://evil.EXAMPLE/)":                            "EVIL.example",
		"[https://evil.example](https://evil.example/)":                    "https://evil.example",
		"[https://evil.example/a](https://evil.example/a)":                 "https://evil.example/a",
		"[https://evil.example/b](https://evil.example/a)":                 "https://evil.example/b (evil.example)",
		"[evil.example](https://evil.example:8443/)":                       "evil.example (evil.example:8443)",
		"[evil.example:8443](https://evil.example:8443/)":                  "evil.example:8443",
		"[x](<https://evil.example/a b>)":                                  "",
		"[x](<https://evil.example/a> 'the title')":                        "x (evil.example)",
		"[x](https://evil.example/a_(b) \"the title\")":                    "x (evil.example)",
		"[x](https://evil.example/?a&amp;b)":                               "x (evil.example)",
		"[x](https&#58;//evil.example/)":                                   "x (evil.example)",
		"**[x](https://_evil_.example/)**":                                 "x (_evil_.example)",
		"[ada@github.com](mailto:ada@evil.example)":                        "ada@github.com (mailto:ada@evil.example)",
		"[ada@evil.example](mailto:ada@evil.example)":                      "ada@evil.example",
		"![github.com](https://evil.example/a.png)":                        "github.com (evil.example)",
		"<https://evil.example/a>":                                         "https://evil.example/a",
		"[x](https://github.com@evil.example/)":                            "",
		"[x](https://github.com\\\\@evil.example/)":                        "",
		"[x](https://g\u0456thub.com/)":                                    "",
		"[x](https://github.com&#x2028;.evil.example/)":                    "",
		"[x](http\u017f://evil.example/)":                                  "",
		"<https://github.com@evil.example/>":                               "",
		"[a](https://one.example/)[b](https://two.example/)":               "a (one.example)",
		"| a |\n|---|\n| [github.com](https://evil.example/) and more |\n": "github.com (evil.example)",
	} {
		files := hostileSession(text)
		store, _ := viewtest.Load(files, 1<<20)
		for format := range formats {
			page, _ := written(t, files, store, 0, format, document.Options{Level: document.Dialogue})
			if format == "md" {
				page = rendered(t, page)
			}
			if got := firstLink(t, page); strings.TrimPrefix(got, "!") != want {
				t.Errorf("%s: %q: got %q, want %q", format, text, got, want)
			}
		}
	}
}

// rendered returns Markdown as other programs show it.
func rendered(t *testing.T, markdown string) string {
	t.Helper()
	var page bytes.Buffer
	if err := goldmark.New(goldmark.WithExtensions(extension.Table)).Convert([]byte(markdown), &page); err != nil {
		t.Fatal(err)
	}
	return page.String()
}

// firstLink returns the text of the first link to another page, and what is in parentheses after it.
func firstLink(t *testing.T, page string) string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	for n := range root.Descendants() {
		if n.Type != html.ElementNode || n.Data != "a" || len(n.Attr) == 0 || strings.HasPrefix(attribute(n, "href"), "#") {
			continue
		}
		text := textOf(n)
		if next := n.NextSibling; next != nil && strings.HasPrefix(next.Data, " (") {
			note, _, _ := strings.Cut(next.Data, ")")
			text += note + ")"
		}
		return text
	}
	return ""
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func textOf(n *html.Node) string {
	var b strings.Builder
	for child := range n.Descendants() {
		if child.Type == html.TextNode {
			b.WriteString(child.Data)
		}
	}
	return b.String()
}
