package site

import (
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
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

// TestAppManifest checks that the manifest names pictures that are there and as large as it says.
func TestAppManifest(t *testing.T) {
	data, err := os.ReadFile("../../web/" + appManifestName)
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct {
		Icons []struct{ Src, Type, Sizes string }
	}
	if err := json.Unmarshal(data, &manifest); err != nil {
		t.Fatal(err)
	}
	var pictures []string
	for _, icon := range manifest.Icons {
		if icon.Src == iconName {
			continue
		}
		pictures = append(pictures, icon.Src)
		f, err := os.Open("../../web/pictures/" + icon.Src)
		if err != nil {
			t.Fatal(err)
		}
		config, err := png.DecodeConfig(f)
		if err := errors.Join(err, f.Close()); err != nil {
			t.Fatalf("%s: %v", icon.Src, err)
		}
		if got := fmt.Sprintf("%dx%d", config.Width, config.Height); got != icon.Sizes || icon.Type != "image/png" {
			t.Errorf("%s is a PNG of %s, the manifest says %s of %s", icon.Src, got, icon.Type, icon.Sizes)
		}
	}
	if diff := cmp.Diff(appIcons, pictures); diff != "" {
		t.Errorf("icons (-built +manifest):\n%s", diff)
	}
	page := addManifest("<head></head>")
	if want := `<head><link rel="manifest" href="manifest.json">`; !strings.HasPrefix(page, want) {
		t.Errorf("the page is %s", page)
	}
}
