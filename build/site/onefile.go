package site

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// oneFileName is the whole page in one file: it opens from a disk, without a network. With
// a session in it (web/src/targets/app/share), it is used to share a session.
const oneFileName = "unspool.html"

// A packed is a file inside of the one file: gzip, as base64, in a script element that does
// not run, with the file's name as its id (web/src/targets/standalone/inline-assets.ts).
type packed struct {
	id   string
	gzip []byte
}

func (p packed) element() string {
	return fmt.Sprintf(`<script type="application/gzip" id="%s">%s</script>`, p.id, base64.StdEncoding.EncodeToString(p.gzip))
}

// The entries of the one file.
var (
	oneBoot   = entry{"web/src/targets/standalone/boot.ts", "boot"}
	oneMain   = entry{"web/src/targets/standalone/main.ts", "app"}
	oneParser = entry{"web/src/parser/worker/parser-worker.ts", "parser-worker"}
	oneRender = entry{"web/src/content/worker/render-worker.ts", "render-worker"}
)

// bundleOne bundles the code so that each entry is one plain script, late code included.
func (b *Builder) bundleOne(ctx context.Context) (*bundle, error) {
	entries := []entry{oneBoot, oneMain, oneParser, oneRender, index.style}
	o := b.options(entries,
		insteadPlugin("unspool:assets", filepath.Join(b.opt.Root, "web", "src", "targets", "standalone", "addresses.ts")),
		b.sheetsPlugin(ctx),
		wasmExecPlugin(ctx, b.opt.Root))
	o.Splitting = false
	o.Format = api.FormatIIFE // web/src/parser/worker-transport.ts explains why
	o.Sourcemap = api.SourceMapNone
	return b.run(entries, o)
}

// insteadPlugin returns a plugin that replaces a name that code imports by the file at
// path.
func insteadPlugin(name, path string) api.Plugin {
	return api.Plugin{
		Name: "instead",
		Setup: func(build api.PluginBuild) {
			build.OnResolve(api.OnResolveOptions{Filter: "^" + name + "$"}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
				return api.OnResolveResult{Path: path}, nil
			})
		},
	}
}

// oneFile builds the page in one file from the index page.
func (b *Builder) oneFile(made *bundle, wasm *wasmFile, licenses []byte) ([]byte, error) {
	source, err := os.ReadFile(filepath.Join(b.opt.Root, "web", index.file))
	if err != nil {
		return nil, fmt.Errorf("read the page: %w", err)
	}
	code := func(e entry) []byte { return made.files[made.entry[e.name]] }
	var files []packed
	for _, f := range []struct {
		id   string
		data []byte
	}{
		{"app.js.gz", code(oneMain)},
		{"parser-worker.js.gz", code(oneParser)},
		{"render-worker.js.gz", code(oneRender)},
		{"licenses.txt.gz", licenses},
	} {
		gzip, err := compress(f.data)
		if err != nil {
			return nil, err
		}
		files = append(files, packed{f.id, gzip})
	}
	// The frame is the last, so if it is present, all are (web/src/targets/standalone/boot.ts).
	files = append(files, packed{"parser.wasm.gz", wasm.gzip}, packed{id: "page.html.gz"})

	page, err := b.inlineIcon(string(source))
	if err != nil {
		return nil, err
	}
	text, err := b.oneFrame(page, string(code(index.style)), string(code(oneBoot)), string(code(oneMain)))
	if err != nil {
		return nil, err
	}
	// The page can reproduce its own source, to be saved with a session in it: the text
	// around the files is packed as one of them.
	var bare, whole []string
	for i := range files {
		bare = append(bare, packed{id: files[i].id}.element())
	}
	frame := strings.Replace(text, "%FILES%", strings.Join(bare, "\n"), 1)
	if files[len(files)-1].gzip, err = compress([]byte(frame)); err != nil {
		return nil, err
	}
	for _, f := range files {
		whole = append(whole, f.element())
	}
	return []byte(strings.Replace(text, "%FILES%", strings.Join(whole, "\n"), 1)), nil
}

// oneFrame returns the page around its files, which replace %FILES%.
func (b *Builder) oneFrame(text, style, boot, app string) (string, error) {
	for _, code := range []string{style, boot} {
		if strings.Contains(code, "</") || strings.Contains(code, "<!--") {
			return "", fmt.Errorf("%s: a style sheet or script would end inside of itself", oneFileName)
		}
	}
	for marker, tags := range map[string]string{
		"%STYLE%":   "<style>" + style + "</style>",
		"%PRELOAD%": "",
		// The script comes first, so that a truncated page still has it to report the
		// truncation.
		"%SCRIPT%": `<script type="module">` + boot + "</script>\n%FILES%",
	} {
		if n := strings.Count(text, marker); n != 1 {
			return "", fmt.Errorf("web/%s has the marker %s %d times, not once", index.file, marker, n)
		}
		text = strings.Replace(text, marker, tags, 1)
	}
	meta := fmt.Sprintf("\n<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">",
		html.EscapeString(onePolicy(style, boot, app)))
	head := regexp.MustCompile(`(?i)<head(\s[^>]*)?>`).FindStringIndex(text)
	if head == nil {
		return "", fmt.Errorf("web/%s has no <head>", index.file)
	}
	return text[:head[1]] + meta + b.version.meta() + text[head[1]:], nil
}

// onePolicy returns the policy in the one file itself: it names the scripts by their
// hashes, which the response header, made for all builds, cannot do.
func onePolicy(style, boot, app string) string {
	exact := map[string]string{
		"script-src": hashSource(boot) + " " + hashSource(app),
		"style-src":  hashSource(style),
	}
	var parts []string
	for _, d := range policy(powersOf(oneFileName)) {
		if !d.headerOnly {
			parts = append(parts, d.name+" "+strings.Replace(d.value, "'unsafe-inline'", exact[d.name], 1))
		}
	}
	return strings.Join(parts, "; ")
}

// hashSource returns the name in a policy of a script or a style sheet that it allows.
func hashSource(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
