package site

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// A Header is one response header.
type Header struct{ Name, Value string }

// A directive is one part of the content security policy.
type directive struct {
	name, value string
	headerOnly  bool // has no effect in a meta element, and causes a warning there
}

// policy returns the content security policy: a page can run its own code, start its own
// workers and read its own files, and nothing else except by its powers.
func policy(p powers) []directive {
	connect, frames, trusted := "'self'", "'none'", "lit-html unspool-worker"
	if p.fetches {
		// Plain http is allowed only for this machine, where people test what they will
		// publish.
		connect += " https: http://localhost:* http://127.0.0.1:*"
	}
	if p.framed {
		frames = "*"
	}
	if p.whole {
		// The page's own meta element allows less: only its embedded code, named by hash.
		return []directive{
			{name: "default-src", value: "'none'"},
			{name: "script-src", value: "'unsafe-inline' 'wasm-unsafe-eval'"},
			{name: "style-src", value: "'unsafe-inline'"},
			{name: "img-src", value: "blob: data:"},
			{name: "connect-src", value: "blob:"},
			{name: "worker-src", value: "blob:"},
			{name: "base-uri", value: "'none'"},
			{name: "form-action", value: "'none'"},
			{name: "frame-ancestors", value: frames, headerOnly: true},
			{name: "require-trusted-types-for", value: "'script'"},
			{name: "trusted-types", value: trusted + " unspool-page"},
		}
	}
	if p.cached {
		trusted += " unspool-offline"
	}
	list := []directive{
		{name: "default-src", value: "'none'"},
		{name: "script-src", value: "'self' 'wasm-unsafe-eval'"},
		{name: "style-src", value: "'self'"},
		{name: "img-src", value: "'self' blob: data:"},
		{name: "font-src", value: "'self'"},
		{name: "connect-src", value: connect},
		{name: "worker-src", value: "'self' blob:"},
		{name: "base-uri", value: "'none'"},
		{name: "form-action", value: "'none'"},
		{name: "frame-ancestors", value: frames, headerOnly: true},
		{name: "require-trusted-types-for", value: "'script'"},
		{name: "trusted-types", value: trusted},
	}
	if p.cached {
		list = append(list, directive{name: "manifest-src", value: "'self'"})
	}
	if p.frames {
		list = append(list, directive{name: "frame-src", value: "'self'"})
	}
	return list
}

// contentSecurityPolicy returns the policy as the value of the response header or, with
// meta, as the content of a meta element.
func contentSecurityPolicy(p powers, meta bool) string {
	var parts []string
	for _, d := range policy(p) {
		if meta && d.headerOnly {
			continue
		}
		parts = append(parts, d.name+" "+d.value)
	}
	return strings.Join(parts, "; ")
}

// permissions lists the powers that the page gives up. It names only features that browsers
// know: an unknown name causes a warning in the console.
func permissions() string {
	var parts []string
	for _, f := range []string{
		"camera", "display-capture", "geolocation", "hid", "microphone",
		"midi", "payment", "serial", "usb",
	} {
		parts = append(parts, f+"=()")
	}
	return strings.Join(parts, ", ")
}

// Headers returns the response headers for the file at name, a slash-separated path below
// the site, apart from its content type. Every server of the site uses it.
func Headers(name string) []Header {
	cache := "no-cache"
	if strings.HasPrefix(name, assetsDir+"/") {
		// The name changes with the content, so a cached copy is never outdated.
		cache = "public, max-age=31536000, immutable"
	}
	headers := []Header{
		{"Cache-Control", cache},
		{"Content-Security-Policy", contentSecurityPolicy(powersOf(name), false)},
		{"Permissions-Policy", permissions()},
		{"Referrer-Policy", "no-referrer"},
		{"X-Content-Type-Options", "nosniff"},
	}
	if shared(name) {
		headers = append(headers, Header{"Access-Control-Allow-Origin", "*"}, Header{"Cross-Origin-Resource-Policy", "cross-origin"})
	}
	return headers
}

// shared reports whether pages of other hosts may read the file at name: the element,
// everything it loads, and the sample.
func shared(name string) bool {
	dir, _, _ := strings.Cut(name, "/")
	return dir == assetsDir || dir == sampleDir || name == elementName
}

func setHeaders(h http.Header, name string) {
	for _, kv := range Headers(name) {
		h.Set(kv.Name, kv.Value)
	}
}

// patterns returns, for each path that a host may be asked for, a file whose headers it is
// sent with. Hosts combine the headers of all patterns that match a path, so no path
// matches two: there is one pattern for each top-level folder and file, and some hosts send
// a page at its name without .html.
func patterns(names []string) map[string]string {
	all := map[string]string{"/": indexName}
	for _, name := range names {
		if dir, _, found := strings.Cut(name, "/"); found {
			all["/"+dir+"/*"] = name
			continue
		}
		if name == headersName {
			continue
		}
		all["/"+name] = name
		if bare, isPage := strings.CutSuffix(name, ".html"); isPage && name != indexName {
			all["/"+bare] = name
		}
	}
	return all
}

// headersFile returns the _headers file for the named files of a site.
func headersFile(names []string) ([]byte, error) {
	all := patterns(names)
	var b strings.Builder
	for _, pattern := range sortedKeys(all) {
		fmt.Fprintf(&b, "%s\n", pattern)
		for _, kv := range Headers(all[pattern]) {
			if strings.ContainsAny(kv.Value, "\r\n") {
				return nil, fmt.Errorf("header %s has a line break", kv.Name)
			}
			fmt.Fprintf(&b, "  %s: %s\n", kv.Name, kv.Value)
		}
	}
	return []byte(b.String()), nil
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
