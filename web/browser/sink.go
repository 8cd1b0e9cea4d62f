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

// A Sink receives every connection of a browser to another host. It sends no response and
// records the intended hosts.
type Sink struct {
	own      []string
	listener net.Listener
	wait     sync.WaitGroup
	mu       sync.Mutex
	hosts    []string
}

// NewSink starts a sink. It ignores the browser's own hosts: those that it connects to in an
// empty profile, whatever page is open.
func NewSink(own ...string) (*Sink, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listen for stray connections: %w", err)
	}
	s := &Sink{own: own, listener: l}
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

func (s *Sink) take(conn net.Conn) {
	host := meant(conn)
	if slices.Contains(s.own, host) {
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

// Since returns the intended hosts after the first n connections, and the current number of
// connections.
func (s *Sink) Since(n int) ([]string, int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.hosts[n:]), len(s.hosts)
}

// Addr returns the address that browsers connect to instead, as a proxy or by a rule for names.
func (s *Sink) Addr() string { return s.listener.Addr().String() }

// Close ends the sink.
func (s *Sink) Close() error {
	err := s.listener.Close()
	s.wait.Wait()
	if err != nil {
		return fmt.Errorf("end the sink: %w", err)
	}
	return nil
}
