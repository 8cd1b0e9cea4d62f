package site

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// unpackOne returns the files packed in the page, by id, and the page without them.
func unpackOne(t *testing.T, page []byte) (files map[string]string, frame string) {
	t.Helper()
	files = map[string]string{}
	element := regexp.MustCompile(`(<script type="application/gzip" id="([^"]+)">)([^<]*)(</script>)`)
	for _, m := range element.FindAllSubmatch(page, -1) {
		r, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, bytes.NewReader(m[3])))
		if err != nil {
			t.Fatalf("%s: %v", m[2], err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatalf("%s: %v", m[2], err)
		}
		files[string(m[2])] = string(data)
	}
	return files, string(element.ReplaceAll(page, []byte("$1$4")))
}

func TestOneFile(t *testing.T) {
	out := buildAt(t, checkout(t), false)
	page := out.Files[oneFileName]
	files, frame := unpackOne(t, page)

	want := []string{"app.js.gz", "licenses.txt.gz", "page.html.gz", "parser-worker.js.gz", "parser.wasm.gz", "render-worker.js.gz"}
	if diff := cmp.Diff(want, sortedKeys(files)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	// The frame lets the page find its own source.
	if diff := cmp.Diff(frame, files["page.html.gz"]); diff != "" {
		t.Errorf("the frame is not the page without its files:\n%s", diff)
	}
	for name, part := range map[string]string{
		"app.js.gz":           `"late "`, // in the same file as what loads it
		"parser-worker.js.gz": "gojs",
		"render-worker.js.gz": "grammar",
		"parser.wasm.gz":      "\x00asm",
		"licenses.txt.gz":     "Do as you like with lib.",
	} {
		if !strings.Contains(files[name], part) {
			t.Errorf("%s lacks %q", name, part)
		}
	}
	scripts := make(map[string][]byte)
	for name, text := range files {
		scripts[strings.TrimSuffix(name, ".gz")] = []byte(text)
	}
	for name, file := range describe(t, scripts) {
		if len(file.Imports) > 0 || file.IsModule {
			t.Errorf("%s is not a plain script without imports", name)
		}
	}

	t.Run("policy", func(t *testing.T) {
		boot := regexp.MustCompile(`(?s)<script type="module">(.*?)</script>`).FindStringSubmatch(frame)
		style := regexp.MustCompile(`(?s)<style>(.*?)</style>`).FindStringSubmatch(frame)
		if boot == nil || style == nil {
			t.Fatalf("no script or style in the page:\n%s", frame)
		}
		want := "default-src 'none'; script-src " + hashSource(boot[1]) + " " + hashSource(files["app.js.gz"]) + " 'wasm-unsafe-eval'; " +
			"style-src " + hashSource(style[1]) + "; img-src blob: data:; connect-src blob:; worker-src blob:; base-uri 'none'; form-action 'none'; " +
			"require-trusted-types-for 'script'; trusted-types lit-html unspool-worker unspool-page"
		meta := regexp.MustCompile(`<meta http-equiv="Content-Security-Policy" content="([^"]*)">`).FindStringSubmatch(frame)
		if meta == nil {
			t.Fatal("the page has no policy")
		}
		if diff := cmp.Diff(want, strings.ReplaceAll(meta[1], "&#39;", "'")); diff != "" {
			t.Errorf("policy (-want +got):\n%s", diff)
		}
		// The header of the served page must allow whatever its own policy allows.
		header := contentSecurityPolicy(powersOf(oneFileName), false)
		for _, part := range []string{"script-src 'unsafe-inline' 'wasm-unsafe-eval';", "style-src 'unsafe-inline';", "connect-src blob:;", "frame-ancestors 'none';"} {
			if !strings.Contains(header, part) {
				t.Errorf("the header lacks %s: %s", part, header)
			}
		}
	})

	t.Run("nothing beside it", func(t *testing.T) {
		for _, m := range regexp.MustCompile(`(?:href|src)="([^"]+)"`).FindAllStringSubmatch(frame, -1) {
			if !strings.HasPrefix(m[1], "data:") {
				t.Errorf("it names %s", m[1])
			}
		}
		// Browsers look for the encoding in so many bytes.
		if at := bytes.Index(page, []byte(`<meta charset="utf-8">`)); at < 0 || at > 1000 {
			t.Errorf("its encoding is declared at byte %d", at)
		}
	})
}
