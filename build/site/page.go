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

// indexPage fills in web/index.html; the package comment lists its markers.
func (b *Builder) indexPage(page *bundle, wasm *wasmFile) ([]byte, error) {
	source, err := os.ReadFile(filepath.Join(b.opt.Root, "web", "index.html"))
	if err != nil {
		return nil, fmt.Errorf("read the page: %w", err)
	}
	app := page.entry["app"]
	var preload []string
	wantsWasm := false
	for _, name := range page.meta.eager(app) {
		if name != app {
			preload = append(preload, fmt.Sprintf(`<link rel="modulepreload" href="%s">`, html.EscapeString(name)))
		}
		wantsWasm = wantsWasm || bytes.Contains(page.files[name], []byte(filepath.Base(wasm.name)))
	}
	if wantsWasm {
		preload = append(preload, fmt.Sprintf(`<link rel="preload" as="fetch" crossorigin href="%s">`, html.EscapeString(wasm.name)))
	}
	script := fmt.Sprintf(`<script type="module" src="%s"></script>`, html.EscapeString(app))
	if b.opt.Dev {
		script += "\n" + fmt.Sprintf(`<script type="module" src="%s"></script>`, ReloadScript)
	}

	text := string(source)
	for marker, tags := range map[string]string{
		"%STYLE%":   fmt.Sprintf(`<link rel="stylesheet" href="%s">`, html.EscapeString(page.entry["page"])),
		"%PRELOAD%": strings.Join(preload, "\n"),
		"%SCRIPT%":  script,
	} {
		if n := strings.Count(text, marker); n != 1 {
			return nil, fmt.Errorf("web/index.html has the marker %s %d times, not once", marker, n)
		}
		text = strings.Replace(text, marker, tags, 1)
	}
	meta := fmt.Sprintf("\n<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">",
		strings.ReplaceAll(ContentSecurityPolicy(true), `"`, "&quot;"))
	head := regexp.MustCompile(`(?i)<head(\s[^>]*)?>`).FindStringIndex(text)
	if head == nil {
		return nil, fmt.Errorf("web/index.html has no <head>")
	}
	return []byte(text[:head[1]] + meta + text[head[1]:]), nil
}
