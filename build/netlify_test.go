package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// isNotOlder reports whether the newest Node of a version, such as "22", is not older than
// another, such as "20.19".
func isNotOlder(t *testing.T, version, oldest string) bool {
	t.Helper()
	numbers := func(version string) (list []int) {
		for part := range strings.SplitSeq(version, ".") {
			n, err := strconv.Atoi(part)
			if err != nil {
				t.Fatalf("version %q: %v", version, err)
			}
			list = append(list, n)
		}
		return list
	}
	have, need := numbers(version), numbers(oldest)
	shorter := min(len(have), len(need))
	return slices.Compare(have[:shorter], need[:shorter]) >= 0
}

func TestIsNotOlder(t *testing.T) {
	for _, c := range []struct {
		version, oldest string
		want            bool
	}{
		{"22", "20.19", true}, {"20", "20.19", true}, {"20.9", "20.19", false}, {"9", "20.19", false}, {"100", "20.19.1", true}, {"20.19.1", "20.19", true},
	} {
		if got := isNotOlder(t, c.version, c.oldest); got != c.want {
			t.Errorf("%s for %s: %t", c.version, c.oldest, got)
		}
	}
}

// TestNetlify checks netlify.toml, the only configuration that deploys to Netlify and previews depend
// on.
func TestNetlify(t *testing.T) {
	read := func(name string) string {
		t.Helper()
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	settings := map[string]string{}
	section := ""
	for line := range strings.Lines(read("../netlify.toml")) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			section = strings.Trim(line, "[]")
		} else if name, value, found := strings.Cut(line, " = "); found {
			settings[section+"."+name] = strings.Trim(value, `"`)
		}
	}
	// The version that releases are built with. go.mod names only the oldest one that works.
	goVersion := strings.TrimSpace(read("../.go-version"))
	if oldest := regexp.MustCompile(`(?m)^go (.+)$`).FindStringSubmatch(read("../go.mod")); oldest == nil || !isNotOlder(t, goVersion, oldest[1]) {
		t.Errorf(".go-version is %q, go.mod needs %q", goVersion, oldest)
	}
	for name, want := range map[string]string{
		"build.command":                    "make build SITE=$URL", // the site's own address, for the pictures of links
		"build.publish":                    "dist",
		"build.environment.GO_VERSION":     goVersion, // complete, since "1.26" is not found
		"build.processing.skip_processing": "true",
	} {
		if settings[name] != want {
			t.Errorf("%s is %q, want %q", name, settings[name], want)
		}
	}
	var packages struct {
		Engines struct{ Node string }
	}
	if err := json.Unmarshal([]byte(read("../web/package.json")), &packages); err != nil {
		t.Fatal(err)
	}
	oldest, isOldest := strings.CutPrefix(packages.Engines.Node, ">=")
	if node := settings["build.environment.NODE_VERSION"]; !isOldest || !isNotOlder(t, node, oldest) {
		t.Errorf("NODE_VERSION is %q, the packages need %q", node, packages.Engines.Node)
	}

	cmd := exec.Command("make", "--always-make", "--dry-run", "--no-print-directory", "build")
	cmd.Dir = ".."
	steps, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for part, want := range map[string]bool{"npm ci": true, "go run ./build build": true, "chromium": false, "apt-get install -y": false} {
		if strings.Contains(string(steps), part) != want {
			t.Errorf("make build: %q is one of its steps: %t, want %t\n%s", part, !want, want, steps)
		}
	}
}
