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
		{"https://example.org", "https://example.org/social.png"},
		{"https://example.org/unspool/", "https://example.org/unspool/social.png"},
	} {
		b := builderAt(t, root, false)
		b.opt.Site = c.site
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
		b := builderAt(t, root, false)
		b.opt.Site = wrong
		if _, err := b.Build(t.Context()); err == nil {
			t.Errorf("%q is accepted as the address of a site", wrong)
		}
	}
}
