package browser

import (
	"bufio"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"

	"unspool/parser/testutil/machine"
)

// A sink receives every connection of Chromium to another host. It sends no response and
// records the intended hosts.
type sink struct {
	listener net.Listener
	wait     sync.WaitGroup
	mu       sync.Mutex
	hosts    []string
}

func newSink() (*sink, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listen for stray connections: %w", err)
	}
	s := &sink{listener: l}
	s.wait.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			s.wait.Go(func() { s.take(conn) })
		}
	})
	return s, nil
}

// ownHosts returns the hosts that Chromium itself connects to in an empty profile, whatever
// page is open; no switch stops all of them. The list has only whole names, so that for
// example a font of the same company still counts.
func ownHosts() []string {
	return []string{"accounts.google.com", "clients2.google.com", "update.googleapis.com"}
}

func (s *sink) take(conn net.Conn) {
	host := meant(conn)
	if slices.Contains(ownHosts(), host) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hosts = append(s.hosts, host)
}

// meant reads enough of a connection to determine its intended host, and closes it.
func meant(conn net.Conn) string {
	defer conn.Close() // nothing was written
	const silent = "a host that was only connected to"
	if err := conn.SetDeadline(time.Now().Add(machine.Scaled(2 * time.Second))); err != nil {
		return silent
	}
	r := bufio.NewReader(conn)
	first, err := r.Peek(1)
	if err != nil {
		return silent
	}
	if first[0] != 0x16 { // not the start of a TLS handshake
		req, err := http.ReadRequest(r)
		if err != nil {
			return "a host that got no HTTP"
		}
		return req.Host
	}
	host := "a host that got a TLS greeting without a name"
	// The error is expected: the handshake ends once the name is known.
	_ = tls.Server(greeting{conn, r}, &tls.Config{
		GetConfigForClient: func(hello *tls.ClientHelloInfo) (*tls.Config, error) {
			if hello.ServerName != "" {
				host = hello.ServerName
			}
			return nil, errors.New("nobody is here")
		},
	}).Handshake()
	return host
}

// A greeting is a connection whose first bytes have already been read.
type greeting struct {
	net.Conn
	r *bufio.Reader
}

// Read returns the bytes of the connection from the start.
func (g greeting) Read(p []byte) (int, error) { return g.r.Read(p) }

// since returns the intended hosts after the first n connections, and the current number of
// connections.
func (s *sink) since(n int) ([]string, int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.hosts[n:]), len(s.hosts)
}

func (s *sink) addr() string { return s.listener.Addr().String() }

func (s *sink) close() {
	_ = s.listener.Close() // it ends with the process at the latest
	s.wait.Wait()
}
