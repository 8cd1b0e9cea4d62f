package site

import (
	"cmp"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// A page is one HTML page of the site: a file of web/ with markers, which the package
// comment lists, and the code and the style sheet that are inserted into it.
type page struct {
	file          string
	source        string // below web, if the source is another page's
	script, style entry
	parses        bool // compiles the parser at once
	powers
}

// powers are what a page may do beyond using its own files.
type powers struct {
	fetches bool // reads transcripts of any host that allows it
	framed  bool // can be embedded in pages of any host
	whole   bool // contains everything that it uses, and can access nothing else
	cached  bool // is cached by the browser for visits without a network, if the site is built with caching
	frames  bool // embeds pages of the site in frames
}

// index is the page that people visit.
var index = page{
	file:   indexName,
	script: entry{"web/src/targets/app/main.ts", "app"},
	style:  entry{"web/src/targets/app/page.css", "page"},
	parses: true,
	powers: powers{cached: true},
}

// view is the same page with another power: it may read transcripts of other hosts, and
// asks before it does. It shares the code of index, so that visitors who come from there
// load only the additional code.
var view = page{
	file:   "view.html",
	source: "index.html",
	script: entry{"web/src/targets/remote/main.ts", "view"},
	style:  index.style,
	parses: true,
	powers: powers{fetches: true},
}

// preloader is the script of pages that compile the parser at once. It is bundled
// separately, so that it does not wait for a chunk shared with them.
var preloader = entry{"web/src/targets/app/preload.ts", "preload"}

// secondaryPages are the pages for developers of the project. Each is bundled separately:
// it shares no chunk with the page that people visit, and does not count toward its size.
var secondaryPages = []page{{
	file:   "styleguide.html",
	script: entry{"web/src/targets/styleguide/main.ts", "guide"},
	style:  entry{"web/src/targets/styleguide/page.css", "guide-page"},
}}

// frame is the page that other pages embed in a frame. It is bundled with the element,
// because both have nearly the same code.
var frame = page{
	file:   "embed.html",
	script: entry{"web/src/targets/iframe/main.ts", "frame"},
	style:  entry{"web/src/targets/iframe/page.css", "frame-page"},
	powers: powers{fetches: true, framed: true},
}

// powersOf returns the powers of the file at name, a path below the site. A file that is
// not a page has none.
func powersOf(name string) powers {
	for _, p := range append([]page{index, view, frame}, secondaryPages...) {
		if p.file == name {
			return p.powers
		}
	}
	if strings.HasPrefix(name, docsDir+"/") {
		return powers{frames: true} // they show what they document
	}
	return powers{whole: name == oneFileName}
}

// missingName is the page that hosts send for a missing file. Without it, some send the
// index page, as if that were the requested file.
const missingName = "404.html"

// addMissing adds that page, which uses no other file of the site: it may be shown at any
// address.
func (b *Builder) addMissing(files map[string][]byte) error {
	text, err := os.ReadFile(filepath.Join(b.opt.Root, "web", missingName))
	if err != nil {
		return fmt.Errorf("read the page: %w", err)
	}
	files[missingName] = text
	return nil
}

// fill inserts what was bundled for the page into its file.
func (b *Builder) fill(p page, made *bundle) ([]byte, error) {
	name := cmp.Or(p.source, p.file)
	source, err := os.ReadFile(filepath.Join(b.opt.Root, "web", name))
	if err != nil {
		return nil, fmt.Errorf("read the page: %w", err)
	}
	main := made.entry[p.script.name]
	var preload []string
	for _, name := range made.meta.eager(main) {
		if name != main {
			preload = append(preload, fmt.Sprintf(`<link rel="modulepreload" href="%s">`, html.EscapeString(name)))
		}
	}
	if p.parses {
		preload = append(preload, fmt.Sprintf(`<script type="module" src="%s"></script>`, html.EscapeString(made.entry[preloader.name])))
	}
	script := fmt.Sprintf(`<script type="module" src="%s"></script>`, html.EscapeString(main))
	if b.opt.Dev {
		script += "\n" + fmt.Sprintf(`<script type="module" src="%s"></script>`, ReloadScript)
	}

	text := string(source)
	if name == index.file {
		text = addShare(text, b.opt.Site)
	}
	if p.cached {
		text = addManifest(text)
	}
	for marker, tags := range map[string]string{
		"%STYLE%":   fmt.Sprintf(`<link rel="stylesheet" href="%s">`, html.EscapeString(made.entry[p.style.name])),
		"%PRELOAD%": strings.Join(preload, "\n"),
		"%SCRIPT%":  script,
	} {
		if n := strings.Count(text, marker); n != 1 {
			return nil, fmt.Errorf("web/%s has the marker %s %d times, not once", name, marker, n)
		}
		text = strings.Replace(text, marker, tags, 1)
	}
	meta := fmt.Sprintf("\n<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">",
		strings.ReplaceAll(contentSecurityPolicy(p.powers, true), `"`, "&quot;"))
	head := regexp.MustCompile(`(?i)<head(\s[^>]*)?>`).FindStringIndex(text)
	if head == nil {
		return nil, fmt.Errorf("web/%s has no <head>", name)
	}
	return []byte(text[:head[1]] + meta + b.version.meta() + text[head[1]:]), nil
}
