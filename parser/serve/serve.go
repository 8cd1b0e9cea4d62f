// Package serve shows the sessions of this machine in a browser: it serves the built viewer and the
// files of some folders on a loopback address.
//
//	s, err := serve.New(serve.Options{Viewer: viewer, Paths: serve.DefaultPaths()})
//	if err != nil { … }
//	defer s.Close()
//	l, err := serve.Listen(serve.DefaultAddress)
//	if err != nil { … }
//	fmt.Println(s.URL(l.Addr().String()))
//	err = s.Serve(ctx, l)
//
// Everything is below a folder with a random name, so that only those who were given the address can read
// it: every user and every web page of a machine can connect to its loopback addresses.
// Below that folder are the viewer and, in local/:
//
//	served.json   the files with their sizes and modification times, and the name of the command
//	events        server-sent events: the same list, then its changes
//	files/PATH    the bytes of a file, with support for ranges
//
// The viewer reads files by range, and follows them by the events.
package serve

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// DefaultAddress is the address to listen on. Its port is fixed because browsers keep the settings of a page
// by its port.
const DefaultAddress = "127.0.0.1:8677"

// Options are what a [Server] serves.
type Options struct {
	Viewer http.Handler // serves the viewer at /, see [Viewer]
	Paths  []string     // session files, folders and archives; without any, only the viewer is served
	// Command is what the user runs, for messages of the page; "" for unspool serve.
	Command string
}

// A Server serves the viewer and the sessions. It is safe for concurrent use.
type Server struct {
	viewer  http.Handler
	folder  *Folder
	command string
	token   string
	poll    polling
	stopped chan struct{} // closed when the server stops, to end the streams of events
	stop    func()

	mu     sync.Mutex
	ticket string // "" once it was used
}

// New opens the paths. The caller has to close the server.
func New(opt Options) (*Server, error) {
	files, err := OpenFolder(opt.Paths)
	if err != nil {
		return nil, err
	}
	s := &Server{
		viewer: opt.Viewer, folder: files, command: cmp.Or(opt.Command, "unspool serve"),
		token: rand.Text(), ticket: rand.Text(), poll: standardPolling,
		stopped: make(chan struct{}),
	}
	s.stop = sync.OnceFunc(func() { close(s.stopped) })
	return s, nil
}

// Close ends the streams of events, and closes the folders.
func (s *Server) Close() error {
	s.stop()
	return s.folder.Close()
}

// URL returns the address that shows the sessions, for a server at host. Whoever knows it can read them.
func (s *Server) URL(host string) string {
	return "http://" + host + s.location()
}

func (s *Server) location() string {
	if s.folder.isEmpty() {
		return "/" + s.token + "/"
	}
	return "/" + s.token + "/#v=1&src=" + manifestPath
}

// TicketURL returns an address that leads to the one of [Server.URL] once. It is meant for the command line
// of a browser, which all users of the machine can see.
func (s *Server) TicketURL(host string) string {
	return "http://" + host + "/" + s.ticket
}

// useTicket reports whether name is the ticket, which is then used up.
func (s *Server) useTicket(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ticket == "" || !isEqual(name, s.ticket) {
		return false
	}
	s.ticket = ""
	return true
}

// Paths below the folder of a server.
const (
	localPath    = "local/"
	manifestPath = localPath + "served.json"
	eventsPath   = localPath + "events"
	filesPath    = localPath + "files/"
	workerPath   = "sw.js"
)

// ServeHTTP answers requests of pages of this server only.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !isLocalRequest(r) {
		setDataHeaders(w.Header())
		http.Error(w, "this server answers only to its own pages on this machine", http.StatusForbidden)
		return
	}
	folder, name, isBelow := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	switch {
	case isBelow && isEqual(folder, s.token):
		s.serve(w, r, name)
	case !isBelow && r.Method == http.MethodGet && s.useTicket(folder):
		setDataHeaders(w.Header())
		w.Header().Set("Location", s.location())
		w.WriteHeader(http.StatusSeeOther)
	default:
		setDataHeaders(w.Header())
		http.NotFound(w, r)
	}
}

// serve answers a request by its name in the folder of the server.
func (s *Server) serve(w http.ResponseWriter, r *http.Request, name string) {
	if !strings.HasPrefix(name, localPath) && name != workerPath {
		http.StripPrefix("/"+s.token, s.viewer).ServeHTTP(w, r)
		return
	}
	setDataHeaders(w.Header())
	if !IsReadOnly(w, r) {
		return
	}
	switch path, isFile := strings.CutPrefix(name, filesPath); {
	case name == workerPath:
		// A page that needs its server must not be kept for visits without one.
		w.Header().Set("Content-Type", ContentType(name))
		w.Header().Set("Content-Security-Policy", "default-src 'none'")
		_, _ = fmt.Fprintln(w, "self.registration.unregister();")
	case !isSameOrigin(r):
		http.Error(w, "only pages of this server may read files", http.StatusForbidden)
	case name == manifestPath:
		s.serveManifest(w)
	case name == eventsPath:
		s.serveEvents(w, r)
	case isFile:
		s.folder.serveFile(w, r, path)
	default:
		http.NotFound(w, r)
	}
}

// Serve serves until ctx ends. It tells pages about the end, so that they can say so.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second}
	closed := make(chan error, 1)
	end := context.AfterFunc(ctx, func() {
		s.stop()
		// Streams need a moment to send their last event.
		ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		err := server.Shutdown(ending)
		if errors.Is(err, context.DeadlineExceeded) {
			err = server.Close()
		}
		closed <- err
	})
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		end()
		return fmt.Errorf("serve: %w", err)
	}
	return <-closed
}

// ShowOptions are how [Show] serves.
type ShowOptions struct {
	Options
	Address    string    // loopback address to listen on
	UseBrowser bool      // open the user's browser
	Out        io.Writer // where the address is printed
	Progress   io.Writer // where problems are printed
}

// Show serves until ctx ends, prints the address, and opens it in the user's browser.
func Show(ctx context.Context, opt ShowOptions) (err error) {
	s, err := New(opt.Options)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	l, err := Listen(opt.Address)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(opt.Out, s.URL(l.Addr().String())); err != nil {
		return errors.Join(err, l.Close())
	}
	if opt.UseBrowser {
		if err := OpenBrowser(s.TicketURL(l.Addr().String())); err != nil {
			fmt.Fprintf(opt.Progress, "%v; open the address yourself\n", err)
		}
	}
	s.folder.report(opt.Progress)
	return s.Serve(ctx, l)
}
