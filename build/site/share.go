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

// Pictures that are not part of a page: its icon, and what other sites show beside a link to it.
const (
	iconName   = "icon.svg"
	socialName = "social.png"
)

// addPictures adds these pictures to files.
func (b *Builder) addPictures(files map[string][]byte) error {
	for name, source := range map[string]string{iconName: iconName, socialName: "pictures/" + socialName} {
		data, err := os.ReadFile(filepath.Join(b.opt.Root, "web", filepath.FromSlash(source)))
		if err != nil {
			return fmt.Errorf("read a picture: %w", err)
		}
		files[name] = data
	}
	return nil
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
