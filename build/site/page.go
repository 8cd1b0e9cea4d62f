package site

import (
	"bytes"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// page is one HTML page of the site: a file of web/ with markers, which the
// package comment lists, and the code and the style sheet that go into it.
type page struct {
	file          string
	script, style entry
}

// index is the page that people visit.
var index = page{
	file:   "index.html",
	script: entry{"web/src/app/main.ts", "app"},
	style:  entry{"web/src/app/page.css", "page"},
}

// beside are the pages for those who work on it. Each is bundled on its own: it
// shares no chunk with the page that people visit, and has no part in its size.
var beside = []page{{
	file:   "styleguide.html",
	script: entry{"web/src/guide/main.ts", "guide"},
	style:  entry{"web/src/guide/page.css", "guide-page"},
}}

// fill puts what was bundled for the page into its file.
func (b *Builder) fill(p page, made *bundle, wasm *wasmFile) ([]byte, error) {
	source, err := os.ReadFile(filepath.Join(b.opt.Root, "web", p.file))
	if err != nil {
		return nil, fmt.Errorf("read the page: %w", err)
	}
	main := made.entry[p.script.name]
	var preload []string
	wantsWasm := false
	for _, name := range made.meta.eager(main) {
		if name != main {
			preload = append(preload, fmt.Sprintf(`<link rel="modulepreload" href="%s">`, html.EscapeString(name)))
		}
		wantsWasm = wantsWasm || bytes.Contains(made.files[name], []byte(filepath.Base(wasm.name)))
	}
	if wantsWasm {
		preload = append(preload, fmt.Sprintf(`<link rel="preload" as="fetch" crossorigin href="%s">`, html.EscapeString(wasm.name)))
	}
	script := fmt.Sprintf(`<script type="module" src="%s"></script>`, html.EscapeString(main))
	if b.opt.Dev {
		script += "\n" + fmt.Sprintf(`<script type="module" src="%s"></script>`, ReloadScript)
	}

	text := string(source)
	for marker, tags := range map[string]string{
		"%STYLE%":   fmt.Sprintf(`<link rel="stylesheet" href="%s">`, html.EscapeString(made.entry[p.style.name])),
		"%PRELOAD%": strings.Join(preload, "\n"),
		"%SCRIPT%":  script,
	} {
		if n := strings.Count(text, marker); n != 1 {
			return nil, fmt.Errorf("web/%s has the marker %s %d times, not once", p.file, marker, n)
		}
		text = strings.Replace(text, marker, tags, 1)
	}
	meta := fmt.Sprintf("\n<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">",
		strings.ReplaceAll(ContentSecurityPolicy(true), `"`, "&quot;"))
	head := regexp.MustCompile(`(?i)<head(\s[^>]*)?>`).FindStringIndex(text)
	if head == nil {
		return nil, fmt.Errorf("web/%s has no <head>", p.file)
	}
	return []byte(text[:head[1]] + meta + text[head[1]:]), nil
}
