package site

import (
	"strings"
	"testing"
)

// TestShare checks that the pages name the site's own address if it is known, and nothing if it is not.
func TestShare(t *testing.T) {
	root := checkout(t)
	for _, c := range []struct{ site, image string }{
		{"", ""},
		{"https://example.org/unspool", "https://example.org/unspool/social.png"},
	} {
		b := builderAt(t, root, false)
		var err error
		if b.opt.Site, err = siteURL(c.site); err != nil {
			t.Fatal(err)
		}
		out, err := b.Build(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"index.html", "view.html"} {
			page := string(out.Files[name])
			tag := `<meta property="og:image" content="` + c.image + `">`
			if strings.Contains(page, tag) != (c.image != "") || strings.Contains(page, "og:image") != (c.image != "") {
				t.Errorf("%q: %s is\n%s", c.site, name, page)
			}
		}
		if strings.Contains(string(out.Files[oneFileName]), "og:image") {
			t.Errorf("%q: the page in one file names a picture", c.site)
		}
		if out.Files[socialName] == nil || out.Files[iconName] == nil {
			t.Errorf("%q: a picture is missing", c.site)
		}
	}
	for _, wrong := range []string{"example.org", "ftp://example.org", "https://example.org/?a", "https://%zz", "https:///a"} {
		if _, err := NewBuilder(Options{Root: root, Site: wrong}); err == nil {
			t.Errorf("%q is accepted as the address of a site", wrong)
		}
	}
}
