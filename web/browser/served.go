package browser

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	loopback "unspool/parser/serve"
)

// A ServedFolder is a folder that the server of the command serves, with the viewer.
type ServedFolder struct {
	URL  string
	Stop func() // ends the server as Ctrl C does
	dir  string
	r    Reporter
}

// ServeFolder serves a folder, or a file, with the handler of the command until a test ends.
func ServeFolder(r Reporter, viewer http.Handler, path string) *ServedFolder {
	r.Helper()
	server, err := loopback.New(loopback.Options{Viewer: viewer, Paths: []string{path}})
	if err != nil {
		r.Fatalf("%v", err)
	}
	l, err := listenOnNewPort()
	if err != nil {
		r.Fatalf("%v", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stopped := make(chan error, 1)
	go func() { stopped <- server.Serve(ctx, l) }()
	r.Cleanup(func() {
		r.Helper()
		stop()
		if err := <-stopped; err != nil {
			r.Errorf("%v", err)
		}
		if err := server.Close(); err != nil {
			r.Errorf("%v", err)
		}
	})
	return &ServedFolder{URL: server.URL(l.Addr().String()), Stop: stop, dir: path, r: r}
}

// Append writes text to the end of a file of the folder, which is created if there is none.
func (s *ServedFolder) Append(name, text string) {
	s.r.Helper()
	path := filepath.Join(s.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		s.r.Fatalf("%v", err)
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		s.r.Fatalf("%v", err)
	}
	if _, err := f.WriteString(text); err != nil {
		s.r.Fatalf("%v", err)
	}
	if err := f.Close(); err != nil {
		s.r.Fatalf("%v", err)
	}
}

// tidesTurn formats a turn: the session, the number of the turn, and the parent of its prompt as JSON.
const tidesTurn = `{"type":"user","uuid":"%[1]s-u%[2]d","parentUuid":%[3]s,"sessionId":"%[1]s","cwd":"/home/ada/tides",` +
	`"version":"2.1.45","timestamp":"2026-05-01T10:%02[2]d:00.000Z",` +
	`"message":{"role":"user","content":"question %[2]d of %[1]s"}}
{"type":"assistant","uuid":"%[1]s-a%[2]d","parentUuid":"%[1]s-u%[2]d","sessionId":"%[1]s","cwd":"/home/ada/tides",` +
	`"version":"2.1.45","timestamp":"2026-05-01T10:%02[2]d:05.000Z","message":{"id":"%[1]s-m%[2]d","role":"assistant",` +
	`"model":"claude-opus-4-6","content":[{"type":"text","text":"answer %[2]d of %[1]s"}],"stop_reason":"end_turn",` +
	`"usage":{"input_tokens":3,"output_tokens":10}}}
`

// TidesTurns returns turns of a session with these numbers.
func TidesTurns(session string, from, to int) string {
	var text strings.Builder
	for n := from; n <= to; n++ {
		before := `null`
		if n > 1 {
			before = fmt.Sprintf(`"%s-a%d"`, session, n-1)
		}
		fmt.Fprintf(&text, tidesTurn, session, n, before)
	}
	return text.String()
}
