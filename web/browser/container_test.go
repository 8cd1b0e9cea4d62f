package browser

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"unspool/parser/testutil"
)

// TestContainer checks the server of the Dockerfile: the commands that it runs turn the configuration of the site into
// one that serves it at the root. No image is built, since that needs a network.
func TestContainer(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	text, err := os.ReadFile("../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	edits := regexp.MustCompile(`(?m)^RUN (sed .*) /etc/caddy/Caddyfile`).FindSubmatch(text)
	copied := regexp.MustCompile(`(?m)^COPY (\S+) /etc/caddy/Caddyfile$`).FindSubmatch(text)
	if edits == nil || copied == nil {
		t.Fatalf("the Dockerfile neither copies nor edits a configuration:\n%s", text)
	}
	config, err := os.ReadFile(filepath.Join(shared.dir, string(copied[1])))
	if err != nil {
		t.Fatal(err)
	}
	edited := write(t, "Caddyfile", config)
	if out, err := exec.Command("sh", "-c", string(edits[1])+` "$0"`, edited).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", edits[1], err, out)
	}
	below, err := filepath.Rel(shared.dir, edited)
	if err != nil {
		t.Fatal(err)
	}
	caddy := webServers()[1]
	caddy.config = filepath.ToSlash(below)
	caddy.changes = func(socket, dir string) []string {
		return []string{"\n:8080 {", "\nhttp:// {\n\tbind unix/" + socket, "/var/www/unspool", dir}
	}
	checkServer(t, strings.TrimSuffix(caddy.start(t, "/unspool/"), "unspool/"))
}
