// Package engines drives Firefox and WebKit over the built site, for the tests in this folder.
// Both speak WebDriver: Firefox its version over a WebSocket (BiDi), and WebKitGTK the one over
// HTTP, by Debian's WebKitWebDriver and MiniBrowser on a display of their own.
//
// The tests are fewer than those of the parent folder: they show that what the product does
// works in each browser, while those in Chromium show that it is right in all cases.
package engines

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"unspool/parser/testutil/machine"
	"unspool/web/browser"
)

// A Driver is a running browser.
type Driver interface {
	// Name returns the name of the browser.
	Name() string
	// Tab opens an empty tab that shares no data with others.
	Tab(ctx context.Context) (Tab, error)
	// Downloads returns the folder where the browser saves files.
	Downloads() string
	// Sink returns what receives requests to other hosts.
	Sink() *browser.Sink
	// Close ends the browser.
	Close() error
}

// A Tab is a tab of a browser. Frames are numbered paths: [0, 1] is the second frame of the
// first one, and the empty path is the page itself.
type Tab interface {
	Open(ctx context.Context, url string) error
	// Evaluate runs a JavaScript expression, waits for its promise, and returns the value as JSON.
	Evaluate(ctx context.Context, frame []int, js string) (json.RawMessage, error)
	// Choose selects files for the file input that a JavaScript expression finds.
	Choose(ctx context.Context, js string, files []string) error
	// Perform sends input events, in the form that both versions of WebDriver share.
	Perform(ctx context.Context, sources []Input) error
	// Problems returns the errors that the page reported.
	Problems(ctx context.Context) ([]string, error)
	Close(ctx context.Context) error
}

// An Input is a source of input events: a keyboard or a mouse.
type Input struct {
	Type    string        `json:"type"`
	ID      string        `json:"id"`
	Actions []InputAction `json:"actions"`
}

// An InputAction is one event of an input source.
type InputAction struct {
	Type   string `json:"type"`
	Value  string `json:"value,omitempty"` // the key
	Button int    `json:"button"`
	X      int    `json:"x"`
	Y      int    `json:"y"`
}

// asJSON returns an asynchronous JavaScript expression for the value of another one as JSON.
func asJSON(js string) string {
	return "(async () => JSON.stringify((await (" + js + "\n)) ?? null))()"
}

// find returns the path of a program: the one that an environment variable names, or the
// first that is installed.
func find(variable string, programs ...string) (string, error) {
	if path := os.Getenv(variable); path != "" {
		path, err := exec.LookPath(path)
		if err != nil {
			return "", fmt.Errorf("find the program of %s: %w", variable, err)
		}
		return path, nil
	}
	for _, name := range programs {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("no %s found: run make deps or set %s", strings.Join(programs, " or "), variable)
}

// poll calls try until it returns no error.
func poll(limit time.Duration, try func() error) error {
	for start := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		err := try()
		if err == nil {
			return nil
		}
		if time.Since(start) > machine.Scaled(limit) {
			return fmt.Errorf("after %s: %w", time.Since(start).Round(time.Second), err)
		}
	}
}

// stop ends a process that this package started.
func stop(cmd *exec.Cmd) error {
	if cmd == nil || cmd.Process == nil {
		return nil
	}
	if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("end %s: %w", cmd.Path, err)
	}
	var ended *exec.ExitError
	if err := cmd.Wait(); err != nil && !errors.As(err, &ended) {
		return fmt.Errorf("end %s: %w", cmd.Path, err)
	}
	return nil
}
