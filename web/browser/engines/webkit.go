package engines

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"unspool/parser/testutil/machine"
	"unspool/web/browser"
)

// WebKitVariable names the variable with the path of another WebKitWebDriver.
const WebKitVariable = "UNSPOOL_WEBKITDRIVER"

// webkit is a running WebKitWebDriver, which starts a MiniBrowser for each tab.
type webkit struct {
	path, screen    string // of WebKitWebDriver; the name of the display
	display, driver *exec.Cmd
	home, address   string
	sink            *browser.Sink
}

// StartWebKit starts WebKitWebDriver on a display in memory, in the locale C, whose name is
// not a language. The browsers prefer dark colors.
func StartWebKit(context.Context) (_ Driver, err error) {
	path, err := find(WebKitVariable, "WebKitWebDriver")
	if err != nil {
		return nil, err
	}
	w := &webkit{path: path}
	defer func() {
		if err != nil {
			err = errors.Join(err, w.Close())
		}
	}()
	if w.home, err = os.MkdirTemp("", "unspool-webkit-"); err != nil {
		return nil, fmt.Errorf("make a profile: %w", err)
	}
	if w.sink, err = browser.NewSink(); err != nil {
		return nil, err
	}
	folders := []byte("XDG_DOWNLOAD_DIR=\"" + w.Downloads() + "\"\n")
	if err := os.Mkdir(w.Downloads(), 0o700); err != nil {
		return nil, fmt.Errorf("make a profile: %w", err)
	}
	if err := os.WriteFile(filepath.Join(w.home, "user-dirs.dirs"), folders, 0o600); err != nil {
		return nil, fmt.Errorf("make a profile: %w", err)
	}
	if w.screen, err = w.startDisplay(); err != nil {
		return nil, err
	}
	return w, w.startDriver()
}

// startDriver starts WebKitWebDriver at a port that is free.
func (w *webkit) startDriver() error {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("find a port: %w", err)
	}
	_, port, _ := net.SplitHostPort(free.Addr().String())
	if err := free.Close(); err != nil {
		return fmt.Errorf("find a port: %w", err)
	}
	w.address = "http://127.0.0.1:" + port
	w.driver = exec.Command(w.path, "--host=127.0.0.1", "--port="+port)
	w.driver.Env = append(os.Environ(), "DISPLAY="+w.screen, "GDK_BACKEND=x11", "LC_ALL=C", "LIBGL_ALWAYS_SOFTWARE=1",
		"HOME="+w.home, "XDG_CONFIG_HOME="+w.home, "XDG_CACHE_HOME="+w.home, "XDG_DATA_HOME="+w.home,
		"NO_AT_BRIDGE=1", "GSETTINGS_BACKEND=memory")
	if err := w.driver.Start(); err != nil {
		return fmt.Errorf("start %s: %w", w.path, err)
	}
	return poll(time.Minute, func() error {
		_, err := w.call(context.Background(), http.MethodGet, "/status", nil)
		return err
	})
}

// startDisplay starts an X server without a screen and returns its name.
func (w *webkit) startDisplay() (string, error) {
	path, err := find("UNSPOOL_XVFB", "Xvfb")
	if err != nil {
		return "", err
	}
	read, write, err := os.Pipe()
	if err != nil {
		return "", fmt.Errorf("start %s: %w", path, err)
	}
	defer func() { _ = read.Close() }()
	w.display = exec.Command(path, "-displayfd", "3", "-screen", "0", "1280x1000x24", "-nolisten", "tcp")
	w.display.ExtraFiles = []*os.File{write}
	if err := errors.Join(w.display.Start(), write.Close()); err != nil {
		return "", fmt.Errorf("start %s: %w", path, err)
	}
	number, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		return "", fmt.Errorf("start %s: %w", path, err)
	}
	return ":" + strings.TrimSpace(number), nil
}

func (w *webkit) Name() string { return "WebKit" }

func (w *webkit) Downloads() string { return filepath.Join(w.home, "downloads") }

func (w *webkit) Sink() *browser.Sink { return w.sink }

func (w *webkit) Close() error {
	err := errors.Join(stop(w.driver), stop(w.display))
	if w.sink != nil {
		err = errors.Join(err, w.sink.Close())
	}
	// Its processes end a little later, and write until then.
	return errors.Join(err, poll(time.Minute, func() error { return os.RemoveAll(w.home) }))
}

// call runs a command of WebDriver and returns its value.
func (w *webkit) call(ctx context.Context, method, path string, params any) (json.RawMessage, error) {
	body, err := json.Marshal(params)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", method, path, err)
	}
	if params == nil {
		body = nil
	}
	request, err := http.NewRequestWithContext(ctx, method, w.address+path, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", method, path, err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err // names the address
	}
	defer func() { _ = response.Body.Close() }()
	var reply struct {
		Value json.RawMessage `json:"value"`
	}
	if err := json.NewDecoder(response.Body).Decode(&reply); err != nil {
		return nil, fmt.Errorf("%s %s: %w", method, path, err)
	}
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s %s: %s", method, path, reply.Value)
	}
	return reply.Value, nil
}

// webkitTab is a MiniBrowser with one tab, since only a browser of its own has data of its own.
type webkitTab struct {
	*webkit
	session string
}

// Tab starts a MiniBrowser. Sometimes one hangs while it starts on a busy machine, and WebKitWebDriver with it: then both
// are started once more.
func (w *webkit) Tab(ctx context.Context) (Tab, error) {
	first, cancel := context.WithTimeout(ctx, machine.Scaled(20*time.Second))
	defer cancel()
	tab, err := w.newTab(first)
	if !errors.Is(err, context.DeadlineExceeded) {
		return tab, err
	}
	if err := errors.Join(stop(w.driver), w.startDriver()); err != nil {
		return nil, err
	}
	return w.newTab(ctx)
}

func (w *webkit) newTab(ctx context.Context) (Tab, error) {
	value, err := w.call(ctx, http.MethodPost, "/session", map[string]any{"capabilities": map[string]any{"alwaysMatch": map[string]any{
		"webkitgtk:browserOptions": map[string]any{
			"binary": miniBrowser(), "args": []string{
				"--automation", "--dark-mode", "--proxy=http://" + w.sink.Addr(), "--ignore-host=127.0.0.1", "--ignore-host=localhost",
			},
		},
	}}})
	if err != nil {
		return nil, err
	}
	var session struct {
		ID string `json:"sessionId"`
	}
	if err := json.Unmarshal(value, &session); err != nil {
		return nil, fmt.Errorf("start MiniBrowser: %w", err)
	}
	t := webkitTab{w, session.ID}
	if _, err := t.post(ctx, "/window/rect", map[string]any{"x": 0, "y": 0, "width": 1280, "height": 980}); err != nil {
		return nil, errors.Join(err, t.Close(ctx))
	}
	return t, nil
}

// miniBrowser returns the path of the newest MiniBrowser.
func miniBrowser() string {
	found, _ := filepath.Glob("/usr/lib/*/webkit2gtk-*/MiniBrowser") // the pattern is valid
	if len(found) == 0 {
		return "MiniBrowser"
	}
	return found[len(found)-1]
}

func (t webkitTab) post(ctx context.Context, path string, params any) (json.RawMessage, error) {
	return t.call(ctx, http.MethodPost, "/session/"+t.session+path, params)
}

func (t webkitTab) Close(ctx context.Context) error {
	_, err := t.call(ctx, http.MethodDelete, "/session/"+t.session, nil)
	return err
}

func (t webkitTab) Open(ctx context.Context, url string) error {
	_, err := t.post(ctx, "/url", map[string]any{"url": url})
	return err
}

func (t webkitTab) Evaluate(ctx context.Context, frame []int, js string) (json.RawMessage, error) {
	for _, at := range frame {
		if _, err := t.post(ctx, "/frame", map[string]any{"id": at}); err != nil {
			return nil, errors.Join(err, t.leaveFrames(ctx, frame))
		}
	}
	value, err := t.post(ctx, "/execute/async", map[string]any{"args": []any{}, "script": prelude() + `const done = arguments[0];
		(` + asJSON(js) + `).then((value) => done({ value }), (error) => done({ error: String(error) }))`})
	if err := errors.Join(err, t.leaveFrames(ctx, frame)); err != nil {
		return nil, err
	}
	var outcome struct{ Value, Error string }
	if err := json.Unmarshal(value, &outcome); err != nil {
		return nil, fmt.Errorf("evaluate: %w", err)
	}
	if outcome.Error != "" {
		return nil, errors.New(outcome.Error)
	}
	return json.RawMessage(outcome.Value), nil
}

// leaveFrames goes back to the page itself.
func (t webkitTab) leaveFrames(ctx context.Context, frame []int) error {
	if len(frame) == 0 {
		return nil
	}
	_, err := t.post(ctx, "/frame", map[string]any{"id": nil})
	return err
}

func (t webkitTab) Choose(ctx context.Context, js string, files []string) error {
	value, err := t.post(ctx, "/execute/sync", map[string]any{"args": []any{}, "script": prelude() + "return " + js})
	if err != nil {
		return err
	}
	var element map[string]string
	if err := json.Unmarshal(value, &element); err != nil {
		return fmt.Errorf("find a file input: %w", err)
	}
	for _, id := range element {
		if _, err := t.post(ctx, "/element/"+id+"/value", map[string]any{"text": strings.Join(files, "\n")}); err != nil {
			return err
		}
	}
	return nil
}

func (t webkitTab) Perform(ctx context.Context, sources []Input) error {
	_, err := t.post(ctx, "/actions", map[string]any{"actions": sources})
	return err
}

func (t webkitTab) Problems(ctx context.Context) ([]string, error) {
	value, err := t.Evaluate(ctx, nil, "$problems")
	if err != nil {
		return nil, err
	}
	var found []string
	return found, json.Unmarshal(value, &found)
}
