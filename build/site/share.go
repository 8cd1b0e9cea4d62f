package site

import (
	"encoding/base64"
	"fmt"
	"html"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// Files that are not part of a page: its icon, what other sites show beside a link to it, and what a
// browser shows of the site when it is installed as an app.
const (
	iconName        = "icon.svg"
	socialName      = "social.png"
	appManifestName = "manifest.json"
)

// appIcons are the icons of the app, made of icon.svg; the first one is also that of a home screen.
var appIcons = []string{"icon-192.png", "icon-512.png", "icon-maskable.png"}

// addPictures adds these to files.
func (b *Builder) addPictures(files map[string][]byte) error {
	sources := map[string]string{iconName: iconName, socialName: "pictures/" + socialName, appManifestName: appManifestName}
	for _, name := range appIcons {
		sources[name] = "pictures/" + name
	}
	for name, source := range sources {
		data, err := os.ReadFile(filepath.Join(b.opt.Root, "web", filepath.FromSlash(source)))
		if err != nil {
			return fmt.Errorf("read a picture: %w", err)
		}
		files[name] = data
	}
	return nil
}

// addManifest adds what a browser needs to install the page as an app.
func addManifest(text string) string {
	tags := `<link rel="manifest" href="` + appManifestName + "\">\n" + `<link rel="apple-touch-icon" href="` + appIcons[0] + "\">\n"
	return strings.Replace(text, "</head>", tags+"</head>", 1)
}

// siteURL returns the address of the site with a slash at its end. That of an unknown site is "".
func siteURL(address string) (string, error) {
	if address == "" {
		return "", nil
	}
	u, err := url.Parse(address)
	if err != nil {
		return "", fmt.Errorf("the address of the site: %w", err)
	}
	if u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
		return "", fmt.Errorf("the address of the site is %q, not like https://example.org/unspool/", address)
	}
	return strings.TrimSuffix(u.String(), "/") + "/", nil
}

// addShare adds the tags that need the address of the site to a page: what other sites show
// beside a link to it has no relative addresses.
func addShare(text, site string) string {
	if site == "" {
		return text
	}
	var tags strings.Builder
	for _, tag := range [][2]string{
		{`property="og:url"`, site},
		{`property="og:image"`, site + socialName},
		{`property="og:image:width"`, "1200"},
		{`property="og:image:height"`, "630"},
		{`property="og:image:alt"`, "The landing page of Unspool, with a session in its viewer."},
		{`name="twitter:image"`, site + socialName},
	} {
		fmt.Fprintf(&tags, "<meta %s content=\"%s\">\n", tag[0], html.EscapeString(tag[1]))
	}
	return strings.Replace(text, "</head>", tags.String()+"</head>", 1)
}

// inlineIcon replaces the address of the icon by the icon itself, for a page that has nothing beside it.
func (b *Builder) inlineIcon(text string) (string, error) {
	icon, err := os.ReadFile(filepath.Join(b.opt.Root, "web", iconName))
	if err != nil {
		return "", fmt.Errorf("read the icon: %w", err)
	}
	address := "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(icon)
	return strings.Replace(text, `href="`+iconName+`"`, `href="`+address+`"`, 1), nil
}
