package site

import (
	"bytes"
	"embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"text/template"
)

// serversDir holds configurations of servers that do not read _headers.
const serversDir = "servers"

//go:embed servers
var serverFiles embed.FS

// A rule is a set of headers that only some paths are sent with. A path is that of a file
// or, with a star at its end, of all files in a folder.
type rule struct {
	Paths   []string
	Headers []Header
}

// A variable is an nginx variable: the value of a header by the name of the file.
type variable struct {
	Header, Name, Most string
	Others             []struct{ Names, Value string }
}

// addServers adds a configuration of nginx and one of Caddy, with the headers that all
// hosts send.
func addServers(files map[string][]byte) error {
	most, rules := headerRules(sortedKeys(files))
	data := map[string]any{"Most": most, "Rules": rules, "Variables": variables(most, rules)}
	for _, name := range []string{"nginx.conf", "Caddyfile"} {
		file := serversDir + "/" + name
		t, err := template.ParseFS(serverFiles, file)
		if err != nil {
			return fmt.Errorf("read the configuration: %w", err)
		}
		var b bytes.Buffer
		if err := t.Execute(&b, data); err != nil {
			return fmt.Errorf("write the configuration: %w", err)
		}
		files[file+".txt"] = b.Bytes() // so that browsers display it
	}
	return nil
}

// headerRules returns the headers of most files, and the different or additional headers of
// others.
func headerRules(names []string) (most []Header, rules []rule) {
	most = Headers("")
	byPattern := patterns(names)
	for _, pattern := range sortedKeys(byPattern) {
		var own []Header
		for _, h := range Headers(byPattern[pattern]) {
			if !slices.Contains(most, h) {
				own = append(own, h)
			}
		}
		if len(own) == 0 {
			continue
		}
		at := slices.IndexFunc(rules, func(r rule) bool { return slices.Equal(r.Headers, own) })
		if at < 0 {
			at = len(rules)
			rules = append(rules, rule{Headers: own})
		}
		rules[at].Paths = append(rules[at].Paths, pattern)
	}
	return most, rules
}

// variables groups rules by header. A header that most files do not have is empty for them,
// which makes nginx omit it.
func variables(most []Header, rules []rule) []variable {
	var all []variable
	for _, h := range most {
		all = append(all, variable{Header: h.Name, Most: h.Value})
	}
	for _, r := range rules {
		for _, h := range r.Headers {
			at := slices.IndexFunc(all, func(v variable) bool { return v.Header == h.Name })
			if at < 0 {
				at = len(all)
				all = append(all, variable{Header: h.Name})
			}
			for _, p := range r.Paths {
				if p != "/" { // nginx looks for index.html by itself, and then for its headers
					all[at].Others = append(all[at].Others, struct{ Names, Value string }{comparison(p), h.Value})
				}
			}
		}
	}
	for i, v := range all {
		all[i].Name = "unspool_" + strings.ReplaceAll(strings.ToLower(v.Header), "-", "_")
	}
	return all
}

// comparison returns the pattern that nginx compares names below the site with, for a path.
func comparison(path string) string {
	name := strings.TrimPrefix(path, "/")
	if folder, wild := strings.CutSuffix(name, "*"); wild {
		return "~^" + regexp.QuoteMeta(folder)
	}
	return name
}
