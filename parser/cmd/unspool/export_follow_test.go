package main

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"unspool/parser/cmd/unspool/cli"
)

// TestExportState checks that each turn is sent once over several runs, and that a run does not begin with a state file
// that is damaged.
func TestExportState(t *testing.T) {
	requests := 0
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { requests++ }))
	defer server.Close()
	lines, _, _ := runExport(t, "otlp", exportedFolder)
	turns := strings.Count(lines, "\n")
	state := filepath.Join(t.TempDir(), "state.json")
	for i := range 2 {
		_, progress, code := runExport(t, "otlp", "-endpoint", server.URL, "-state", state, exportedFolder, "../../../testdata/1.0.58")
		want := fmt.Sprintf("unspool: %d turns sent with ", turns+1)
		if i > 0 {
			want = "unspool: 0 turns sent with 0 spans"
		}
		if code != cli.ExitOK || !strings.Contains(progress, want) || requests != turns+1 {
			t.Errorf("code %d, %d requests, want %q: %s", code, requests, want, progress)
		}
	}
	if err := os.WriteFile(state, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, progress, code := runExport(t, "otlp", "-endpoint", server.URL, "-state", state, exportedFolder)
	if code != cli.ExitFailed || !strings.Contains(progress, state) || !strings.Contains(progress, "restore it") || requests != turns+1 {
		t.Errorf("code %d, %d requests: %s", code, requests, progress)
	}
}

// TestExportRetry checks that it is reported at once that the receiver does not take the traces.
func TestExportRetry(t *testing.T) {
	for _, flags := range [][]string{nil, {"-state", filepath.Join(t.TempDir(), "state.json")}} {
		requests := 0
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if requests++; requests == 1 {
				w.WriteHeader(http.StatusServiceUnavailable)
			}
		}))
		_, progress, code := runExport(t, append([]string{"otlp", "-endpoint", server.URL, exportedFolder}, flags...)...)
		if code != cli.ExitOK || strings.Count(progress, "503 Service Unavailable; trying again for 5 minutes") != 1 {
			t.Errorf("code %d: %s", code, progress)
		}
		server.Close()
	}
}

// TestExportFollow checks that a run that follows ends after an interrupt, and has sent what is complete.
func TestExportFollow(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "s1.jsonl")
	const talk = `{"type":"user","uuid":"u1","sessionId":"s1","timestamp":"2026-01-01T10:00:00Z","message":{"role":"user","content":"Go"}}
{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"s1","timestamp":"2026-01-01T10:00:02Z","message":{"id":"m1","role":"assistant","content":[{"type":"text","text":"Done."}],"stop_reason":"end_turn"}}
{"type":"user","uuid":"u2","parentUuid":"a1","sessionId":"s1","timestamp":"2026-01-01T10:00:03Z","message":{"role":"user","content":"Go on"}}
`
	if err := os.WriteFile(name, []byte(talk), 0o600); err != nil {
		t.Fatal(err)
	}
	took := make(chan bool, 10)
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { took <- true }))
	defer server.Close()
	state := filepath.Join(t.TempDir(), "state.json")
	go func() {
		<-took
		self, err := os.FindProcess(os.Getpid())
		if err = errors.Join(err, self.Signal(os.Interrupt)); err != nil {
			t.Error(err)
		}
	}()
	_, progress, code := runExport(t, "otlp", "-endpoint", server.URL, "-state", state, "-follow", "-quiet", time.Hour.String(), name)
	if code != cli.ExitOK || !strings.Contains(progress, "1 turns sent with 2 spans") {
		t.Errorf("code %d: %s", code, progress)
	}
	if data, err := os.ReadFile(state); err != nil || !strings.Contains(string(data), `"sent":1`) {
		t.Errorf("state %s, error %v", data, err)
	}
}

func TestExportFollowErrors(t *testing.T) {
	dir := t.TempDir()
	state := filepath.Join(dir, "state.json")
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"-follow", "-endpoint", "http://localhost:1", dir}, cli.ExitUsage, "-follow needs -state"},
		{[]string{"-state", state, dir}, cli.ExitUsage, "both need -endpoint"},
		{[]string{"-state", "", dir}, cli.ExitUsage, "want the name"},
		{[]string{"-state", state, "-endpoint", "http://localhost:1", "-o", state, dir}, cli.ExitUsage, "takes none of"},
		{[]string{"-state", state, "-endpoint", "http://localhost:1"}, cli.ExitUsage, "usage: unspool export otlp"},
		{[]string{"-state", state, "-endpoint", "http://localhost:1", filepath.Join(dir, "none")}, cli.ExitFailed, "none"},
		{[]string{"-state", state, "-endpoint", "nonsense", exportedFolder}, cli.ExitFailed, "is no address of a receiver"},
		{[]string{"-state", state, "-endpoint", "nonsense", "-follow", exportedFolder}, cli.ExitFailed, "is no address of a receiver"},
		{[]string{"-state", state, "-endpoint", "http://localhost:1", zipFolder(t, exportedFolder)}, cli.ExitUsage, "-state takes no archives"},
		{[]string{"-endpoint", "http://localhost:1", dir, dir}, cli.ExitUsage, "usage: unspool export otlp"},
	} {
		out, progress, code := runExport(t, append([]string{"otlp"}, c.args...)...)
		if code != c.code || out != "" || !strings.Contains(progress, c.want) {
			t.Errorf("%q: code %d, %q, %s", c.args, code, out, progress)
		}
	}
}
