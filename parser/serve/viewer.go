package serve

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"
)

// File names of a built site.
const (
	indexName = "index.html"
	// HeadersName is the file with the response headers of a site, which hosts read but never send.
	HeadersName = "_headers"
)

// Viewer serves the built site in root with the headers of its file _headers.
func Viewer(root fs.FS) (http.Handler, error) {
	if _, err := fs.Stat(root, indexName); err != nil {
		return nil, fmt.Errorf("the viewer: %w", err)
	}
	text, err := fs.ReadFile(root, HeadersName)
	if err != nil {
		return nil, fmt.Errorf("the viewer: %w", err)
	}
	rules, err := parseHeaders(text)
	if err != nil {
		return nil, fmt.Errorf("the viewer: %w", err)
	}
	return Static(root, rules.set), nil
}

// Static serves the files of root at /. The address of a folder serves its index page. setHeaders sets the
// headers of a file by its name.
func Static(root fs.FS, setHeaders func(h http.Header, name string)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/")
		if name == "" || strings.HasSuffix(name, "/") {
			name += indexName
		}
		w.Header().Set("Content-Type", ContentType(name))
		setHeaders(w.Header(), name)
		if !IsReadOnly(w, r) {
			return
		}
		if name == HeadersName {
			notFound(w)
			return
		}
		if _, err := fs.Stat(root, path.Join(name, indexName)); err == nil {
			w.Header().Set("Location", path.Base(name)+"/")
			w.WriteHeader(http.StatusMovedPermanently)
			return
		}
		f, err := root.Open(name) // rejects names that are not clean
		if err != nil {
			notFound(w)
			return
		}
		defer f.Close() // read-only: nothing can be lost
		content, at, err := contentOf(f)
		if err != nil {
			notFound(w)
			return
		}
		http.ServeContent(w, r, path.Base(name), at, content)
	})
}

// contentOf returns the content of a regular file, and when it was modified. Files of archives are read as a
// whole, since they do not seek.
func contentOf(f fs.File) (io.ReadSeeker, time.Time, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, time.Time{}, err
	}
	if !info.Mode().IsRegular() {
		return nil, time.Time{}, errors.New("not a regular file")
	}
	if content, ok := f.(io.ReadSeeker); ok {
		return content, info.ModTime(), nil
	}
	data, err := io.ReadAll(f)
	return bytes.NewReader(data), info.ModTime(), err
}

func notFound(w http.ResponseWriter) {
	w.Header().Set("Cache-Control", "no-cache")
	http.Error(w, "not found", http.StatusNotFound)
}

// A headerRule is the headers of a file _headers for one pattern.
type headerRule struct {
	pattern string // a path, or the beginning of one with an asterisk
	header  http.Header
}

type headerRules []headerRule

// parseHeaders reads a file _headers: a line for each pattern, and below it an indented one for each header.
func parseHeaders(text []byte) (headerRules, error) {
	var rules headerRules
	lines := bufio.NewScanner(bytes.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		line := lines.Text()
		trimmed := strings.TrimSpace(line)
		if trimmed == "" || trimmed[0] == '#' {
			continue
		}
		if line[0] == '/' {
			rules = append(rules, headerRule{trimmed, http.Header{}})
			continue
		}
		name, value, found := strings.Cut(trimmed, ":")
		if !found || len(rules) == 0 {
			return nil, fmt.Errorf("%s:%d: want a path or a header", HeadersName, n)
		}
		rules[len(rules)-1].header.Set(name, strings.TrimSpace(value))
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", HeadersName, err)
	}
	return rules, nil
}

// set sets the headers of a file. If no pattern matches, it is treated as data.
func (rules headerRules) set(h http.Header, name string) {
	found := false
	for _, rule := range rules {
		prefix, isPrefix := strings.CutSuffix(rule.pattern, "*")
		if rule.pattern != "/"+name && !(isPrefix && strings.HasPrefix("/"+name, prefix)) {
			continue
		}
		found = true
		for key, values := range rule.header {
			h[key] = values
		}
	}
	if !found {
		contentType := h.Get("Content-Type")
		setDataHeaders(h)
		h.Set("Content-Type", contentType)
	}
}

// ContentType returns the media type of a file of the site by its name. It does not use the operating
// system's table, which differs between hosts.
func ContentType(name string) string {
	switch path.Ext(name) {
	case ".html", "":
		return "text/html; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".json", ".map":
		return "application/json"
	case ".jsonl":
		return "application/x-ndjson"
	case ".gz":
		return "application/gzip"
	case ".wasm":
		return "application/wasm"
	case ".svg":
		return "image/svg+xml"
	case ".png":
		return "image/png"
	case ".webp":
		return "image/webp"
	case ".txt":
		return "text/plain; charset=utf-8"
	}
	return "application/octet-stream"
}
