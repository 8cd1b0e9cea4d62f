package serve

import (
	"crypto/subtle"
	"fmt"
	"net"
	"net/http"
	"strings"
)

// isEqual reports whether two secrets are equal, in a time that does not depend on where they differ.
func isEqual(a, b string) bool {
	return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1
}

// isLocalRequest reports whether a request names this machine and does not come from a page of another
// server. A remote page can have its own host name resolve to 127.0.0.1, and would then be of the same
// origin; the Host header still contains that name.
func isLocalRequest(r *http.Request) bool {
	if !isLoopback(r.Host) {
		return false
	}
	origins := r.Header.Values("Origin")
	return len(origins) == 0 || len(origins) == 1 && strings.EqualFold(origins[0], "http://"+r.Host)
}

// isSameOrigin reports whether the browser says that a page of this server, or the user, made the request.
// Programs other than browsers say nothing.
func isSameOrigin(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none":
		return true
	}
	return false
}

// LocalOnly returns a handler that answers only requests that name this machine.
func LocalOnly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isLoopback(r.Host) {
			setDataHeaders(w.Header())
			http.Error(w, "this server answers only to loopback names", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isLoopback reports whether host, with or without a port, is this machine by name.
func isLoopback(host string) bool {
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

// IsReadOnly reports whether the request only reads, and answers it with an error otherwise.
func IsReadOnly(w http.ResponseWriter, r *http.Request) bool {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return true
	}
	w.Header().Set("Allow", "GET, HEAD")
	http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
	return false
}

// setDataHeaders sets the headers of what is not a page: it is not kept, no page of another server can use
// it, and a browser that opens it runs nothing.
func setDataHeaders(h http.Header) {
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox")
	h.Set("Content-Type", "application/octet-stream")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
}

// Listen opens a loopback address. If its port is taken, it uses a free one.
func Listen(addr string) (net.Listener, error) {
	if !isLoopback(addr) {
		return nil, fmt.Errorf("listen on %s: only a loopback address such as %s is served", addr, DefaultAddress)
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
