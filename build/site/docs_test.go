package site

import (
	"bytes"
	"maps"
	"strings"
	"testing"
)

// TestDocs checks that a page of the documentation gets the viewer's style sheets.
func TestDocs(t *testing.T) {
	out := buildAt(t, checkout(t), false)
	found := false
	for name, data := range out.Files {
		if strings.HasPrefix(name, "assets/docs-page-") {
			found = true
			if !bytes.Contains(data, []byte(":root{--ink:blue}a{color:var(--ink)}")) {
				t.Errorf("%s: %s", name, data)
			}
			if want := `<link href="../` + name + `">`; !bytes.Contains(out.Files["docs/index.html"], []byte(want)) {
				t.Errorf("docs/index.html lacks %s:\n%s", want, out.Files["docs/index.html"])
			}
		}
	}
	if !found {
		t.Errorf("no style sheet: %v", sortedKeys(out.Files))
	}
}

func TestCheckLinks(t *testing.T) {
	files := map[string][]byte{
		"index.html": nil, "unspool.js": nil,
		"docs/a.html": []byte(`<h2 id="x">X</h2>`),
	}
	for link, want := range map[string]bool{
		"#here": true, "#nowhere": false, "": true,
		"a.html": true, "a.html#x": true, "a.html#y": false, "c.html": false,
		"../index.html": true, "../index.html#v=1&amp;src=sample/files.json": true, "../gone.html": false,
		"../unspool.js": true, "../../index.html": false,
		"https://example.org/a": true,
	} {
		with := maps.Clone(files)
		with["docs/b.html"] = []byte(`<h2 id="here">H</h2><a href="` + link + `">l</a>`)
		err := checkLinks(with)
		if (err == nil) != want {
			t.Errorf("%q: %v", link, err)
		}
		if err != nil && !strings.Contains(err.Error(), "docs/b.html links to "+link) {
			t.Errorf("%q: the message is %v", link, err)
		}
	}
}
