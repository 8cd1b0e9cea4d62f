package site

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"unspool/build/internal/buildtest"
)

// repository makes the checkout at root a repository of one commit, and returns
// a function that runs git in it.
func repository(t *testing.T, root string) func(args ...string) string {
	t.Helper()
	run := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("git", args...)
		cmd.Dir = root
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull,
			"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_AUTHOR_DATE=2026-01-02T03:04:05+01:00",
			"GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@example.org", "GIT_COMMITTER_DATE=2026-01-02T03:04:05+01:00")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %s: %v\n%s", args[0], err, out)
		}
		return strings.TrimSpace(string(out))
	}
	run("init", "--quiet")
	run("add", "--all")
	run("commit", "--quiet", "--message=First", "--allow-empty")
	return run
}

func TestVersion(t *testing.T) {
	root := t.TempDir()
	file := filepath.Join(root, "a.txt")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("one")
	if got := ReadVersion(root); got != (Version{Name: "dev"}) {
		t.Errorf("no repository: %+v", got)
	}
	run := repository(t, root)
	at := time.Date(2026, 1, 2, 2, 4, 5, 0, time.UTC)
	check := func(when string, want Version) {
		t.Helper()
		want.Commit, want.Time = run("rev-parse", "HEAD"), at
		if got := ReadVersion(root); got != want {
			t.Errorf("%s: got %+v, want %+v", when, got, want)
		}
	}
	check("no tag", Version{Name: "dev"})
	run("tag", "nightly")
	check("another tag", Version{Name: "dev"})
	write("two")
	check("a change", Version{Name: "dev", Modified: true})
	write("one")
	run("tag", "v1.2.0-rc.1")
	check("at a tag", Version{Name: "1.2.0-rc.1", Tag: "v1.2.0-rc.1"})
	write("two")
	check("a change after a tag", Version{Name: "1.2.0-rc.1", Modified: true})
	run("commit", "--quiet", "--all", "--message=Second")
	check("a commit after a tag", Version{Name: "1.2.0-rc.1-1-g" + run("rev-parse", "HEAD")[:12]})

	inner := filepath.Join(root, "vendor", "unspool")
	if err := os.MkdirAll(inner, 0o755); err != nil {
		t.Fatal(err)
	}
	if got := ReadVersion(inner); got != (Version{Name: "dev"}) {
		t.Errorf("a folder of another repository: %+v", got)
	}
}

func TestSource(t *testing.T) {
	const commit = "0123456789abcdef0123456789abcdef01234567"
	for want, v := range map[string]Version{
		"":                      {},
		"0123456789ab":          {Commit: commit},
		"0123456789ab+modified": {Commit: commit, Modified: true},
	} {
		if got := v.Source(); got != want {
			t.Errorf("%+v: %q, want %q", v, got, want)
		}
	}
}

// TestVersionInSite checks that the pages name the version and that nothing else of the site
// depends on it, so that browsers' caches stay valid. Clones of a commit build the same site.
func TestVersionInSite(t *testing.T) {
	root := checkout(t)
	run := repository(t, root)
	run("tag", "v1.2.0")
	commit := run("rev-parse", "HEAD")[:12]
	tagged := buildAt(t, root, false)
	run("commit", "--quiet", "--allow-empty", "--message=Second")
	later := buildAt(t, root, false)

	pages := regexp.MustCompile(`^(index|view|embed|styleguide|unspool)\.html$`)
	for name, data := range tagged.Files {
		want := name == workerName || pages.MatchString(name) // sw.js names the index page
		if got := !bytes.Equal(data, later.Files[name]); got != want {
			t.Errorf("%s changes with the commit: %t, want %t", name, got, want)
		}
		tags := `<meta name="unspool:version" content="1.2.0">` + "\n" +
			`<meta name="unspool:commit" content="` + commit + `">`
		if bytes.Contains(data, []byte(tags)) != pages.MatchString(name) {
			t.Errorf("%s names the version: %t", name, !pages.MatchString(name))
		}
	}

	clone := filepath.Join(t.TempDir(), "of", "it")
	run("clone", "--quiet", root, clone)
	if !maps.EqualFunc(later.Files, buildAt(t, clone, false).Files, bytes.Equal) {
		t.Error("a clone builds another site")
	}
}

// TestVersionInPackage checks that the npm package has the version of its tag, or else that of its
// package.json.
func TestVersionInPackage(t *testing.T) {
	root := t.TempDir()
	buildtest.WriteFiles(t, root, map[string]string{
		"LICENSE":                      "MIT",
		"build/publish/addresses.json": `{"repository": "https://github.com/example/unspool"}`,
		"web/npm/package.json":         "{\n  \"name\": \"unspool\",\n  \"version\": \"0.0.1\",\n  \"license\": \"MIT\",\n  \"engines\": {\n    \"version\": \"9\"\n  }\n}\n",
		"web/npm/README.md":            "unspool@%VERSION%",
		"web/npm/define.d.ts":          "",
		"web/npm/react.d.ts":           "",
	})
	for tag, want := range map[string]string{"": "0.0.1", "v1.2.0": "1.2.0"} {
		b := builderAt(t, root, false)
		b.version = Version{Name: "1.2.0", Tag: tag}
		files := map[string][]byte{}
		if err := b.addDescription(files); err != nil {
			t.Fatal(err)
		}
		if text := `"version": "` + want + `",`; !bytes.Contains(files["package.json"], []byte(text)) || !bytes.Contains(files["package.json"], []byte(`"version": "9"`)) {
			t.Errorf("tag %q: %s lacks %s", tag, files["package.json"], text)
		}
		if text := `"url": "git+https://github.com/example/unspool.git"`; !bytes.Contains(files["package.json"], []byte(text)) || !json.Valid(files["package.json"]) {
			t.Errorf("tag %q: %s lacks %s, or is no JSON", tag, files["package.json"], text)
		}
		if got := string(files["README.md"]); got != "unspool@"+want {
			t.Errorf("tag %q: the README says %q", tag, got)
		}
	}
}
