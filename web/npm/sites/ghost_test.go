package sites

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"unspool/web/browser"
	"unspool/web/npm/packed"
)

// ghost is the version of Ghost that the recipe is tested with. Its own lock file names the versions of its packages.
const ghost = "5.130.6"

// TestGhost publishes what authors paste into an HTML card of Ghost, and opens the published posts.
func TestGhost(t *testing.T) {
	needsTools(t)
	address, owner := startGhost(t, installGhost(t))
	viewer := serveViewer(t)
	block := readBlock(t, "ghost/card.html", viewer)
	t.Run("address", func(t *testing.T) {
		openPost(t, owner.publish(t, address, block), viewer)
	})
	t.Run("upload", func(t *testing.T) {
		uploaded := owner.upload(t, address+"ghost/api/admin/files/upload/", "session.jsonl", shared.session)
		own := strings.Replace(block, viewer+"session.jsonl", uploaded, 1)
		if own == block {
			t.Fatalf("the card has no session: %s", block)
		}
		openPost(t, owner.publish(t, address, own), viewer)
	})
}

// openPost checks that a post shows the session.
func openPost(t *testing.T, address, viewer string) {
	t.Helper()
	p := shared.chromium.Page(t)
	p.MayAsk(viewer)
	p.Allow("FormInputAssignedAutocompleteValueToIdOrNameAttributeError") // of the theme
	p.Open(address)
	p.WaitFor(shown, 5*browser.Timeout)
}

// installGhost downloads Ghost and what it needs from npm, and returns its folder. Ghost bundles one of its packages as a
// tarball, which npm does not find if Ghost is a dependency.
func installGhost(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	execute(t, dir, "npm", "pack", "--silent", "ghost@"+ghost)
	execute(t, dir, "tar", "xf", "ghost-"+ghost+".tgz")
	dir = filepath.Join(dir, "package")
	if _, err := os.Stat(filepath.Join(dir, "yarn.lock")); err != nil {
		t.Fatalf("nothing names the versions of the packages: %v", err)
	}
	// For its developers, and not all on npm.
	execute(t, dir, "npm", "pkg", "delete", "devDependencies")
	execute(t, dir, "npm", "install", "--prefer-offline", "--omit=dev", "--ignore-scripts", "--legacy-peer-deps",
		"--no-audit", "--no-fund", "--loglevel=error")
	// The database is compiled, without optimization, with the headers that Node brings along.
	rebuild := []string{"rebuild", "sqlite3", "--build-from-source", "--debug"}
	node, err := packed.Run(t.Context(), dir, "node", "--print", "path.dirname(path.dirname(fs.realpathSync(process.execPath)))")
	if err != nil {
		t.Fatal(err)
	}
	node = strings.TrimSpace(node)
	if _, err := os.Stat(filepath.Join(node, "include/node/node.h")); err == nil {
		rebuild = append(rebuild, "--nodedir="+node)
	}
	execute(t, dir, "npm", rebuild...)
	return dir
}

// A ghostUser is logged in to Ghost, and uses the endpoints that its editor uses.
type ghostUser struct{ *api }

// startGhost starts Ghost and returns its address and its owner.
func startGhost(t *testing.T, dir string) (string, ghostUser) {
	t.Helper()
	port := freePort(t)
	address := fmt.Sprintf("http://localhost:%d/", port)
	config, err := json.Marshal(map[string]any{
		"url":      address,
		"server":   map[string]any{"host": "127.0.0.1", "port": port},
		"database": map[string]any{"client": "sqlite3", "connection": map[string]string{"filename": "content/ghost.db"}, "useNullAsDefault": true},
		// Nothing is sent to or loaded from other hosts.
		"mail":             map[string]string{"transport": "stub"},
		"sendWelcomeEmail": false,
		"security":         map[string]bool{"staffDeviceVerification": false},
		"privacy":          map[string]bool{"useUpdateCheck": false, "useGravatar": false, "useRpcPing": false},
		"portal":           map[string]string{"url": "data:text/javascript,"},
		"sodoSearch":       map[string]string{"url": ""},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("NODE_ENV", "development")
	write(t, dir, map[string][]byte{"config.development.json": config})
	startUntil(t, dir, []string{"index.js"}, regexp.MustCompile(`Ghost booted`))

	owner := ghostUser{newAPI(t)}
	owner.header.Set("Origin", strings.TrimSuffix(address, "/"))
	const email, password = "ada@example.org", "nine quiet lanterns"
	owner.call(t, http.StatusCreated, address+"ghost/api/admin/authentication/setup/", map[string]any{
		"setup": []map[string]string{{"name": "Ada", "email": email, "password": password, "blogTitle": "How it was done"}},
	}, nil)
	owner.post(t, http.StatusCreated, address+"ghost/api/admin/session/", "application/json",
		fmt.Appendf(nil, `{"username": %q, "password": %q}`, email, password))
	// The sample post has a picture on another host.
	owner.send(t, http.MethodDelete, http.StatusOK, address+"ghost/api/admin/posts/?filter=status:published", "", nil)
	return address, owner
}

// publish publishes a post with an HTML card, and returns its address.
func (u ghostUser) publish(t *testing.T, address, html string) string {
	t.Helper()
	text, err := json.Marshal(map[string]any{"root": map[string]any{
		"type": "root", "version": 1, "children": []map[string]any{{"type": "html", "version": 1, "html": html}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	var reply struct{ Posts []struct{ URL string } }
	u.call(t, http.StatusCreated, address+"ghost/api/admin/posts/", map[string]any{
		"posts": []map[string]string{{"title": "How it was done", "status": "published", "lexical": string(text)}},
	}, &reply)
	if len(reply.Posts) != 1 {
		t.Fatalf("Ghost published %d posts", len(reply.Posts))
	}
	return reply.Posts[0].URL
}

// upload uploads a file with a file card, and returns its address.
func (u ghostUser) upload(t *testing.T, address, name string, data []byte) string {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := part.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	var reply struct{ Files []struct{ URL string } }
	answer := u.post(t, http.StatusCreated, address, form.FormDataContentType(), body.Bytes())
	if err := json.Unmarshal(answer, &reply); err != nil || len(reply.Files) != 1 {
		t.Fatalf("%v: %s", err, answer)
	}
	return reply.Files[0].URL
}

// freePort returns a port that no server listens on.
func freePort(t *testing.T) int {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port
}
