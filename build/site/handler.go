package site

import (
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"path"
	"strings"
)

// ReloadScript is the address of the script that a page built for development loads from
// its server.
const ReloadScript = "dev-reload.js"

// Handler serves a built site like a static host, with its real headers: only files, only
// below root, only to pages of this machine. The address of a folder serves its index page.
func Handler(root fs.FS) http.Handler {
	return localOnly(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/")
		if name == "" || strings.HasSuffix(name, "/") {
			name += indexName
		}
		setHeaders(w.Header(), name)
		if !readOnly(w, r) {
			return
		}
		if name == headersName {
			// Hosts read these files, but never send them.
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
		serveFile(w, r, name, f)
	}))
}

// serveFile sends f with support for ranges, and closes it.
func serveFile(w http.ResponseWriter, r *http.Request, name string, f fs.File) {
	defer f.Close() // read-only: nothing can be lost
	info, err := f.Stat()
	content, seeks := f.(io.ReadSeeker)
	if err != nil || !info.Mode().IsRegular() || !seeks {
		notFound(w)
		return
	}
	http.ServeContent(w, r, path.Base(name), info.ModTime(), content)
}

func notFound(w http.ResponseWriter) {
	w.Header().Set("Cache-Control", "no-cache")
	http.Error(w, "not found", http.StatusNotFound)
}

// readOnly reports whether the request only reads, and answers it with an error otherwise.
func readOnly(w http.ResponseWriter, r *http.Request) bool {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return true
	}
	w.Header().Set("Allow", "GET, HEAD")
	http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
	return false
}

// localOnly answers only requests that name this machine. A remote page can make its own
// host name resolve to 127.0.0.1 and would then read what is served here; the Host header
// still contains that name.
func localOnly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !loopback(r.Host) {
			setHeaders(w.Header(), "error.txt")
			http.Error(w, "this server answers only to loopback names", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// loopback reports whether host, with or without a port, is this machine by name.
func loopback(host string) bool {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// Listen opens a loopback address. If its port is taken, it uses a free one.
func Listen(addr string) (net.Listener, error) {
	if !loopback(addr) {
		return nil, fmt.Errorf("listen on %s: only a loopback address such as 127.0.0.1:8080 is served", addr)
	}
	l, err := net.Listen("tcp", addr)
	if err == nil {
		return l, nil
	}
	host, _, splitErr := net.SplitHostPort(addr)
	if splitErr != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	if l, free := net.Listen("tcp", net.JoinHostPort(host, "0")); free == nil {
		return l, nil
	}
	return nil, fmt.Errorf("listen: %w", err)
}
