package engines

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	"unspool/web/browser"
)

// FirefoxVariable names the variable with the path of another Firefox.
const FirefoxVariable = "UNSPOOL_FIREFOX"

// firefoxPreferences are the settings of the profile that differ from those of Firefox and
// from those that it uses by itself when it is driven.
const firefoxPreferences = `user_pref("browser.download.folderList", 2);
user_pref("browser.download.dir", %[1]q);
user_pref("browser.download.alwaysOpenPanel", false);
user_pref("layout.css.prefers-color-scheme.content-override", 0);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("browser.search.update", false);
user_pref("media.gmp-manager.updateEnabled", false);
user_pref("network.proxy.type", 1);
user_pref("network.proxy.http", %[2]q);
user_pref("network.proxy.http_port", %[3]s);
user_pref("network.proxy.ssl", %[2]q);
user_pref("network.proxy.ssl_port", %[3]s);
`

// firefoxHosts returns the hosts that Firefox itself connects to, for settings and updates.
func firefoxHosts() []string {
	return []string{
		"aus5.mozilla.org:443", "content-signature-2.cdn.mozilla.net:443", "detectportal.firefox.com",
		"firefox.settings.services.mozilla.com:443", "push.services.mozilla.com:443", "update.googleapis.com:443",
	}
}

// firefox is a running Firefox.
type firefox struct {
	process *exec.Cmd
	profile string
	sink    *browser.Sink
	conn    *websocket.Conn

	mu      sync.Mutex
	last    int
	replies map[int]chan bidiMessage
	logs    map[string][]string // by context
	err     error               // why the connection ended
}

// bidiMessage is a message of WebDriver BiDi: the reply to a command, or an event.
type bidiMessage struct {
	ID      int             `json:"id"`
	Type    string          `json:"type"`
	Method  string          `json:"method"`
	Error   string          `json:"error"`
	Message string          `json:"message"`
	Result  json.RawMessage `json:"result"`
	Params  json.RawMessage `json:"params"`
}

// StartFirefox starts Firefox without a window, with an empty profile that prefers dark
// colors.
func StartFirefox(ctx context.Context) (_ Driver, err error) {
	path, err := find(FirefoxVariable, "firefox-esr", "firefox")
	if err != nil {
		return nil, err
	}
	f := &firefox{replies: map[int]chan bidiMessage{}, logs: map[string][]string{}}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.Close())
		}
	}()
	if f.profile, err = os.MkdirTemp("", "unspool-firefox-"); err != nil {
		return nil, fmt.Errorf("make a profile: %w", err)
	}
	if f.sink, err = browser.NewSink(firefoxHosts()...); err != nil {
		return nil, err
	}
	host, port, err := net.SplitHostPort(f.sink.Addr())
	if err != nil {
		return nil, fmt.Errorf("make a profile: %w", err)
	}
	settings := fmt.Appendf(nil, firefoxPreferences, f.Downloads(), host, port)
	if err := os.WriteFile(filepath.Join(f.profile, "user.js"), settings, 0o600); err != nil {
		return nil, fmt.Errorf("make a profile: %w", err)
	}
	f.process = exec.Command(path, "--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", f.profile)
	f.process.Env = append(os.Environ(), "HOME="+f.profile, "MOZ_HEADLESS_WIDTH=1280", "MOZ_HEADLESS_HEIGHT=900")
	if err := f.process.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", path, err)
	}
	var server struct {
		Host string `json:"ws_host"`
		Port int    `json:"ws_port"`
	}
	if err := poll(time.Minute, func() error {
		data, err := os.ReadFile(filepath.Join(f.profile, "WebDriverBiDiServer.json"))
		if err != nil {
			return err
		}
		return json.Unmarshal(data, &server)
	}); err != nil {
		return nil, fmt.Errorf("start %s: %w", path, err)
	}
	url := fmt.Sprintf("ws://%s:%d/session", server.Host, server.Port)
	if f.conn, _, err = websocket.Dial(ctx, url, nil); err != nil {
		return nil, fmt.Errorf("connect to %s: %w", path, err)
	}
	f.conn.SetReadLimit(-1)
	go f.receive()
	if _, err := f.call(ctx, "session.new", map[string]any{"capabilities": map[string]any{}}); err != nil {
		return nil, err
	}
	_, err = f.call(ctx, "session.subscribe", map[string]any{"events": []string{"log.entryAdded"}})
	return f, err
}

func (f *firefox) Name() string { return "Firefox" }

func (f *firefox) Downloads() string { return filepath.Join(f.profile, "downloads") }

func (f *firefox) Sink() *browser.Sink { return f.sink }

func (f *firefox) Close() error {
	if f.conn != nil {
		_ = f.conn.CloseNow() // Firefox may have ended first
	}
	err := stop(f.process)
	if f.sink != nil {
		err = errors.Join(err, f.sink.Close())
	}
	// Its processes end a little later, and write until then.
	return errors.Join(err, poll(time.Minute, func() error { return os.RemoveAll(f.profile) }))
}

// receive passes replies to those who wait for them, and keeps what pages log.
func (f *firefox) receive() {
	for {
		var m bidiMessage
		err := wsjson.Read(context.Background(), f.conn, &m)
		f.mu.Lock()
		switch {
		case err != nil:
			f.err = fmt.Errorf("the connection to Firefox ended: %w", err)
			for _, waiting := range f.replies {
				close(waiting)
			}
			f.replies = map[int]chan bidiMessage{}
		case m.Type == "event":
			f.keepLog(m.Params)
		case f.replies[m.ID] != nil:
			f.replies[m.ID] <- m
			delete(f.replies, m.ID)
		}
		f.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// keepLog keeps an error or a warning that a page logged.
func (f *firefox) keepLog(params json.RawMessage) {
	var entry struct {
		Level  string `json:"level"`
		Text   string `json:"text"`
		Source struct {
			Context string `json:"context"`
		} `json:"source"`
	}
	if json.Unmarshal(params, &entry) == nil && entry.Level == "error" {
		f.logs[entry.Source.Context] = append(f.logs[entry.Source.Context], entry.Text)
	}
}

// call runs a command and returns its result.
func (f *firefox) call(ctx context.Context, method string, params any) (json.RawMessage, error) {
	reply := make(chan bidiMessage, 1)
	f.mu.Lock()
	f.last++
	id, err := f.last, f.err
	f.replies[id] = reply
	f.mu.Unlock()
	if err != nil {
		return nil, err
	}
	command := map[string]any{"id": id, "method": method, "params": params}
	if err := wsjson.Write(ctx, f.conn, command); err != nil {
		return nil, fmt.Errorf("%s: %w", method, err)
	}
	select {
	case m, ok := <-reply:
		switch {
		case !ok:
			return nil, fmt.Errorf("%s: the connection to Firefox ended", method)
		case m.Type == "error":
			return nil, fmt.Errorf("%s: %s: %s", method, m.Error, m.Message)
		}
		return m.Result, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("%s: %w", method, ctx.Err())
	}
}

// firefoxTab is a tab in a container of its own, which keeps cookies and storage apart.
type firefoxTab struct {
	*firefox
	container, context string
}

func (f *firefox) Tab(ctx context.Context) (Tab, error) {
	t := firefoxTab{firefox: f}
	for _, step := range []struct {
		method, member string
		into           *string
	}{
		{"browser.createUserContext", "userContext", &t.container},
		{"browsingContext.create", "context", &t.context},
	} {
		params := map[string]any{}
		if t.container != "" {
			params["type"], params["userContext"] = "tab", t.container
		}
		result, err := f.call(ctx, step.method, params)
		if err != nil {
			return nil, err
		}
		var members map[string]any
		if err := json.Unmarshal(result, &members); err != nil {
			return nil, fmt.Errorf("%s: %w", step.method, err)
		}
		*step.into, _ = members[step.member].(string)
	}
	return t, nil
}

func (t firefoxTab) Close(ctx context.Context) error {
	_, err := t.call(ctx, "browser.removeUserContext", map[string]any{"userContext": t.container})
	return err
}

func (t firefoxTab) Open(ctx context.Context, url string) error {
	_, err := t.call(ctx, "browsingContext.navigate", map[string]any{"context": t.context, "url": url, "wait": "complete"})
	return err
}

// bidiTree is a context and those of its frames.
type bidiTree struct {
	Context  string     `json:"context"`
	Children []bidiTree `json:"children"`
}

// in returns the context of a frame.
func (t firefoxTab) in(ctx context.Context, frame []int) (string, error) {
	if len(frame) == 0 {
		return t.context, nil
	}
	result, err := t.call(ctx, "browsingContext.getTree", map[string]any{"root": t.context})
	if err != nil {
		return "", err
	}
	var tree struct {
		Contexts []bidiTree `json:"contexts"`
	}
	if err := json.Unmarshal(result, &tree); err != nil {
		return "", fmt.Errorf("find frame %d: %w", frame, err)
	}
	found := bidiTree{Children: tree.Contexts}
	for _, at := range append([]int{0}, frame...) {
		if at >= len(found.Children) {
			return "", fmt.Errorf("find frame %d: there is none", frame)
		}
		found = found.Children[at]
	}
	return found.Context, nil
}

// bidiValue is the outcome of a script.
type bidiValue struct {
	Type   string `json:"type"`
	Result struct {
		Value    json.RawMessage `json:"value"`
		SharedID string          `json:"sharedId"`
	} `json:"result"`
	Details struct {
		Text string `json:"text"`
	} `json:"exceptionDetails"`
}

func (t firefoxTab) script(ctx context.Context, frame []int, js string) (v bidiValue, err error) {
	in, err := t.in(ctx, frame)
	if err != nil {
		return v, err
	}
	result, err := t.call(ctx, "script.evaluate", map[string]any{
		"expression": js, "target": map[string]any{"context": in}, "awaitPromise": true, "userActivation": true,
	})
	if err != nil {
		return v, err
	}
	if err := json.Unmarshal(result, &v); err != nil {
		return v, fmt.Errorf("evaluate: %w", err)
	}
	if v.Type != "success" {
		return v, errors.New(v.Details.Text)
	}
	return v, nil
}

func (t firefoxTab) Evaluate(ctx context.Context, frame []int, js string) (json.RawMessage, error) {
	v, err := t.script(ctx, frame, prelude()+asJSON(js))
	if err != nil {
		return nil, err
	}
	var text string
	err = json.Unmarshal(v.Result.Value, &text)
	return json.RawMessage(text), err
}

func (t firefoxTab) Choose(ctx context.Context, js string, files []string) error {
	v, err := t.script(ctx, nil, prelude()+js)
	if err != nil {
		return err
	}
	_, err = t.call(ctx, "input.setFiles", map[string]any{
		"context": t.context, "element": map[string]any{"sharedId": v.Result.SharedID}, "files": files,
	})
	return err
}

func (t firefoxTab) Perform(ctx context.Context, sources []Input) error {
	_, err := t.call(ctx, "input.performActions", map[string]any{"context": t.context, "actions": sources})
	return err
}

func (t firefoxTab) Problems(context.Context) ([]string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	var found []string
	for _, text := range t.logs[t.context] {
		if !strings.HasPrefix(text, "[JavaScript Warning") {
			found = append(found, text)
		}
	}
	return found, nil
}
