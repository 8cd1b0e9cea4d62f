package browser

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	loopback "unspool/parser/serve"
)

// A Server serves a site on a loopback address.
type Server struct {
	URL    string // ends with a slash
	Addr   string
	server *http.Server
	done   chan error
}

// usedPorts are the ports that this process has served on. The browser may still have files
// of an earlier server in its cache, so no port is reused.
var usedPorts sync.Map

func listenOnNewPort() (net.Listener, error) {
	for {
		l, err := loopback.Listen("127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		if _, used := usedPorts.LoadOrStore(l.Addr().String(), true); !used {
			return l, nil
		}
		if err := l.Close(); err != nil {
			return nil, fmt.Errorf("close a listener: %w", err)
		}
	}
}

// Serve starts a server for handler.
func Serve(handler http.Handler) (*Server, error) {
	l, err := listenOnNewPort()
	if err != nil {
		return nil, err
	}
	s := &Server{
		URL:    fmt.Sprintf("http://%s/", l.Addr()),
		Addr:   l.Addr().String(),
		server: &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second},
		done:   make(chan error, 1),
	}
	go func() { s.done <- s.server.Serve(l) }()
	return s, nil
}

// Close stops the server.
func (s *Server) Close() error {
	if err := s.server.Close(); err != nil {
		return fmt.Errorf("stop serving: %w", err)
	}
	if err := <-s.done; !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}
