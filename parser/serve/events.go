package serve

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// A polling says how often the folder is compared with what pages know of it. It is not watched by
// notifications of the system: these do not exist for network folders and WSL, are limited in number on
// Linux, and take an open file for each session on macOS.
type polling struct {
	interval time.Duration // at least
	share    int           // the time between two walks is at least so many times that of a walk
	ping     time.Duration // silence after which a comment is sent
	timeout  time.Duration // of a page that does not read
}

var standardPolling = polling{interval: 500 * time.Millisecond, share: 20, ping: 15 * time.Second, timeout: 10 * time.Second}

// A change is how a manifest differs from an earlier one.
type change struct {
	Files []File   `json:"files"` // that are new, or have another size or time
	Gone  []string `json:"gone"`  // paths
}

func (c change) isEmpty() bool { return len(c.Files) == 0 && len(c.Gone) == 0 }

// compare returns the change from one sorted list to another.
func compare(before, after []File) change {
	c := change{Files: []File{}, Gone: []string{}}
	for len(before) > 0 || len(after) > 0 {
		switch {
		case len(after) == 0 || len(before) > 0 && before[0].Path < after[0].Path:
			c.Gone = append(c.Gone, before[0].Path)
			before = before[1:]
		case len(before) == 0 || after[0].Path < before[0].Path:
			c.Files = append(c.Files, after[0])
			after = after[1:]
		default:
			if before[0] != after[0] {
				c.Files = append(c.Files, after[0])
			}
			before, after = before[1:], after[1:]
		}
	}
	return c
}

func (s *Server) serveManifest(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	// An error here means that the client has gone.
	_ = json.NewEncoder(w).Encode(struct {
		Manifest
		Command string `json:"command"`
	}{s.folder.Manifest(), s.command})
}

// A stream sends events to a page.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
	timeout time.Duration
}

// write sends text. Its error means that the page has gone, or does not read.
func (x stream) write(format string, args ...any) error {
	if err := x.control.SetWriteDeadline(time.Now().Add(x.timeout)); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(x.w, format, args...); err != nil {
		return err
	}
	return x.control.Flush()
}

func (x stream) event(name string, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return x.write("event: %s\ndata: %s\n\n", name, data)
}

// serveEvents sends the manifest, and then its changes until the page closes the stream or the server stops.
// Each stream walks the roots by itself: few pages are visible at the same time.
func (s *Server) serveEvents(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	if r.Method == http.MethodHead {
		return
	}
	out := stream{w, http.NewResponseController(w), s.poll.timeout}
	start := time.Now()
	known := s.folder.Manifest()
	if err := out.event("files", known); err != nil {
		return
	}
	timer := time.NewTimer(s.poll.wait(time.Since(start)))
	defer timer.Stop()
	for sent := time.Now(); ; timer.Reset(s.poll.wait(time.Since(start))) {
		select {
		case <-r.Context().Done():
			return
		case <-s.stopped:
			_ = out.event("end", struct{}{}) // the stream ends in any case
			return
		case <-timer.C:
		}
		start = time.Now()
		next := s.folder.Manifest()
		var err error
		if c := compare(known.Files, next.Files); !c.isEmpty() {
			err, sent = out.event("change", c), time.Now()
		} else if time.Since(sent) > s.poll.ping {
			err, sent = out.write(": ping\n\n"), time.Now()
		}
		if err != nil {
			return
		}
		known = next
	}
}

// wait returns how long to wait after a walk that took so long.
func (p polling) wait(took time.Duration) time.Duration {
	return max(p.interval, time.Duration(p.share)*took)
}
