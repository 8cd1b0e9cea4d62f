// Package src holds no Go code. This test reads the TypeScript around it.
package src

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// exceptions are literals that look like words for people and are none, with
// what they are. One that stands nowhere any more fails the test.
var exceptions = map[string]string{
	"html":                "a kind of file, as the parser names it",
	"this is a rehearsal": "nobody sees the viewer that rehearses",
}

// Every word that a person sees stands in words.ts, or host-words.ts. What the page is made of may
// hold no letters of its own: neither in the text of a template, nor in an
// attribute that is read out or shown, nor in what h() is given to show, nor in
// the reason of a failure.
func TestWordsInOnePlace(t *testing.T) {
	used := map[string]bool{}
	read := 0
	for _, dir := range []string{"app", "element", "embed", "frame", "onefile", "panes", "panes/*", "render", "rows", "view", "worker"} {
		names, err := filepath.Glob(filepath.Join(dir, "*.ts"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if strings.HasSuffix(name, ".test.ts") {
				continue
			}
			code, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			read++
			for _, f := range wordsIn(string(code)) {
				if _, known := exceptions[f.text]; known {
					used[f.text] = true
				} else {
					t.Errorf("%s:%d: %q belongs in words.ts (%s)", filepath.ToSlash(name), f.line, f.text, f.where)
				}
			}
		}
	}
	if read < 50 {
		t.Errorf("only %d files were read", read)
	}
	for _, text := range slices.Sorted(maps.Keys(exceptions)) {
		if !used[text] {
			t.Errorf("the exception %q is not needed", text)
		}
	}
}

func TestWordsIn(t *testing.T) {
	for name, test := range map[string]struct{ code, want string }{
		"text":                  {"html`<p class=\"a\">Hello</p>`", "Hello"},
		"none":                  {"html`<p class=\"a b\" data-x=${\"y\"}>${words.a} · ${x ? icon(\"more\") : nothing}</p>`", ""},
		"attribute":             {"html`<p title=\"Go on\" aria-label='Back' id=\"x\"></p>`", "Go on, Back"},
		"bare attribute":        {"html`<img alt=Picture>`", "Picture"},
		"choice":                {"html`<p>${a === \"b\" ? \"Open\" : \"\"}</p>`", "Open"},
		"choice in attribute":   {"html`<p title=${a ? \"Open\" : words.x} class=${a ? \"open\" : \"\"}></p>`", "Open"},
		"inner template":        {"html`<ul>${list.map((a) => html`<li>Item ${a}</li>`)}</ul>`", "Item"},
		"plain template":        {"html`<p>${`${n} rows`}</p>`", "rows"},
		"entity":                {"html`<p>&nbsp;&#160;</p>`", ""},
		"comment":               {"// html`<p>No</p>`\n/* html`<p>No</p>` */ html`<!-- no --><p></p>`", ""},
		"regular expression":    {"const a = /[`\"]/; html`<p>Yes</p>`", "Yes"},
		"division":              {"const a = b / c; html`<p>Yes</p>`; d / e", "Yes"},
		"another tag":           {"css`a { color: red }`", ""},
		"h":                     {"h(\"p\", { class: \"a\", title: \"Now\" }, \"Words\", h(\"b\", null, x ? \"Bold\" : \"\"))", "Now, Words, Bold"},
		"h with a name":         {"h(\"p\", { \"aria-label\": \"Now\", role: \"img\" })", "Now"},
		"property":              {"node.textContent = \"Done\"; node.title = \"Tip\"; node.className = \"a\"", "Done, Tip"},
		"attribute by its name": {"node.setAttribute(\"aria-label\", \"Close\"); node.setAttribute(\"class\", \"b\")", "Close"},
		"reason":                {"throw failure(\"address\", `${a} is silent`); failure(\"crashed\")", "is silent"},
	} {
		var got []string
		for _, f := range wordsIn(test.code) {
			got = append(got, f.text)
		}
		if strings.Join(got, ", ") != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}

// finding is a literal with letters where a person sees them.
type finding struct {
	line        int
	text, where string
}

func hasLetter(text string) bool {
	return strings.ContainsFunc(text, unicode.IsLetter)
}

// shown are the attributes and properties whose words a person meets.
var shown = map[string]bool{
	"aria-description": true, "aria-label": true, "aria-placeholder": true, "aria-roledescription": true, "aria-valuetext": true,
	"alt": true, "label": true, "placeholder": true, "title": true,
	"ariaLabel": true, "innerText": true, "textContent": true,
}

func wordsIn(code string) []finding {
	return check((&lexer{src: code, line: 1}).tokens())
}

func check(list []token) (found []finding) {
	for i, t := range list {
		after := func(n int, text string) bool { return i+n < len(list) && list[i+n].is(text) }
		switch {
		case t.kind == 't' && i > 0 && list[i-1].kind == 'a' && list[i-1].text == "html":
			found = append(found, checkHTML(t)...)
		case t.kind == 't':
			for _, one := range t.inner {
				found = append(found, check(one)...)
			}
		case t.kind == 'a' && t.text == "h" && after(1, "("):
			found = append(found, checkBuilder(arguments(list[i+2:]))...)
		case t.kind == 'a' && t.text == "failure" && after(1, "("):
			if given := arguments(list[i+2:]); len(given) > 1 {
				found = append(found, literals(given[1], "reason")...)
			}
		case t.kind == 'a' && t.text == "setAttribute" && after(1, "("):
			if given := arguments(list[i+2:]); len(given) == 2 && len(given[0]) == 1 && shown[given[0][0].text] {
				found = append(found, literals(given[1], given[0][0].text)...)
			}
		case t.kind == 'a' && shown[t.text] && after(1, "=") && i > 0 && list[i-1].is("."):
			end := slices.IndexFunc(list[i:], func(t token) bool { return t.is(";") })
			if end < 0 {
				end = len(list) - i
			}
			found = append(found, literals(list[i+2:i+end], t.text)...)
		}
	}
	return found
}

// arguments cuts what follows an opening parenthesis at its commas.
func arguments(list []token) (args [][]token) {
	depth, start := 0, 0
	for i, t := range list {
		switch {
		case t.is("(") || t.is("[") || t.is("{"):
			depth++
		case depth > 0 && (t.is(")") || t.is("]") || t.is("}")):
			depth--
		case depth == 0 && t.is(")"):
			return append(args, list[start:i])
		case depth == 0 && t.is(","):
			args = append(args, list[start:i])
			start = i + 1
		}
	}
	return args
}

// checkBuilder looks at h(tag, properties, …children).
func checkBuilder(args [][]token) (found []finding) {
	for i, arg := range args {
		switch {
		case i == 1 && len(arg) > 0 && arg[0].is("{"):
			for _, property := range arguments(append(slices.Clone(arg[1:len(arg)-1]), token{kind: 'p', text: ")"})) {
				if len(property) > 2 && shown[property[0].text] && property[1].is(":") {
					found = append(found, literals(property[2:], property[0].text)...)
				}
			}
		case i >= 2:
			found = append(found, literals(arg, "child")...)
		}
	}
	return found
}

// literals finds the strings with letters that an expression can become: not
// those that it compares with, or gives to a call.
func literals(list []token, where string) (found []finding) {
	depth := 0
	for i, t := range list {
		switch {
		case t.is("(") || t.is("[") || t.is("{"):
			depth++
		case t.is(")") || t.is("]") || t.is("}"):
			depth--
		}
		value := i == 0 || slices.ContainsFunc([]string{"?", ":", "??", "||", "&&", "+"}, list[i-1].is)
		if depth > 0 || !value {
			continue
		}
		text := t.text
		if t.kind == 't' {
			text = strings.Join(t.chunks, " ")
		}
		if (t.kind == 's' || t.kind == 't') && hasLetter(text) {
			found = append(found, finding{t.line, strings.TrimSpace(text), where})
		}
	}
	return found
}

// checkHTML walks through the template's text, tags and attributes.
func checkHTML(t token) (found []finding) {
	line := t.line
	report := func(text, where string) {
		if text = strings.TrimSpace(text); hasLetter(text) {
			found = append(found, finding{line, text, where})
		}
	}
	const text = "text"
	state, quote, name, value := text, byte(0), "", ""
	for i, chunk := range t.chunks {
		said := ""
		for at := 0; at < len(chunk); at++ {
			c := chunk[at]
			if c == '\n' {
				line++
			}
			switch state {
			case text:
				if strings.HasPrefix(chunk[at:], "<!--") {
					at += strings.Index(chunk[at:]+"-->", "-->") + 2
				} else if c == '<' {
					report(said, text)
					state, said, name = "tag", "", ""
				} else if n := entity(chunk[at:]); n > 0 {
					at += n - 1
				} else {
					said += chunk[at : at+1]
				}
			case "tag":
				switch {
				case c == '>':
					state = text
				case c == '=':
					state, quote, value = "value", 0, ""
					if at+1 < len(chunk) && (chunk[at+1] == '"' || chunk[at+1] == '\'') {
						quote = chunk[at+1]
						at++
					}
				case c == ' ' || c == '\n' || c == '/':
					name = ""
				default:
					name += chunk[at : at+1]
				}
			case "value":
				ends := quote != 0 && c == quote || quote == 0 && (c == ' ' || c == '\n' || c == '>')
				if !ends {
					value += chunk[at : at+1]
					continue
				}
				if shown[name] {
					report(value, name)
				}
				state, name, value = "tag", "", ""
				if c == '>' {
					state = text
				}
			}
		}
		report(said, text)
		if i == len(t.inner) {
			break
		}
		inner := t.inner[i]
		if state == text {
			found = append(found, literals(inner, text)...)
		} else if state == "value" && shown[strings.TrimPrefix(name, ".")] {
			found = append(found, literals(inner, name)...)
		}
		found = append(found, check(inner)...)
	}
	return found
}

// entity returns the length of an entity that names a character.
func entity(text string) int {
	end := strings.IndexByte(text, ';')
	if text[0] != '&' || end < 0 || strings.ContainsAny(text[:end], " <\n") {
		return 0
	}
	return end + 1
}
