package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"testing"
)

func TestVersionOf(t *testing.T) {
	const commit = "0123456789abcdef0123456789abcdef01234567"
	noted := func(version string, settings ...debug.BuildSetting) *debug.BuildInfo {
		return &debug.BuildInfo{Main: debug.Module{Version: version}, Settings: settings}
	}
	revision, modified := debug.BuildSetting{Key: "vcs.revision", Value: commit}, debug.BuildSetting{Key: "vcs.modified", Value: "true"}
	for _, c := range []struct {
		what            string
		version, commit string
		info            *debug.BuildInfo
		name, source    string
	}{
		{"a release", "1.2.0", "0123456789ab", noted("(devel)"), "1.2.0", "0123456789ab"},
		{"a release beside the toolchain's notes", "1.2.0", "0123456789ab", noted("v9.0.0", revision, modified), "1.2.0", "0123456789ab"},
		{"go build at a tag", "", "", noted("v1.2.0", revision), "1.2.0", "0123456789ab"},
		{"go build after a change", "", "", noted("v1.2.1-0.20260102030405-0123456789ab+dirty", revision, modified),
			"1.2.1-0.20260102030405-0123456789ab+dirty", "0123456789ab+modified"},
		{"go run", "", "", noted("(devel)"), "dev", "unknown"},
		{"no version", "", "", noted(""), "dev", "unknown"},
		{"no notes", "", "", nil, "dev", "unknown"},
	} {
		if name, source := versionOf(c.version, c.commit, c.info); name != c.name || source != c.source {
			t.Errorf("%s: version %q of commit %q, want version %q of commit %q", c.what, name, source, c.name, c.source)
		}
	}
}

func TestVersion(t *testing.T) {
	var out, errs bytes.Buffer
	runCommand([]string{"version"}, &out, &errs)
	if form := regexp.MustCompile(`^unspool \S+\ncommit  \S+\ngo      go.+ \w+/\w+\n$`); !form.MatchString(out.String()) {
		t.Errorf("version prints %q, want a text that matches %s; standard error: %q", out.String(), form, errs.String())
	}
	out.Reset()
	var v programVersion
	runCommand([]string{"version", "--json"}, &out, &errs)
	if err := json.Unmarshal(out.Bytes(), &v); err != nil || v != thisVersion() {
		t.Errorf("version --json prints %q (%v), want %+v as JSON; standard error: %q", out.String(), err, thisVersion(), errs.String())
	}
}

// TestInstall checks that the command of the README installs the program, and that it runs outside of the
// checkout.
func TestInstall(t *testing.T) {
	bin := t.TempDir()
	install := exec.Command("go", "install", "./parser/cmd/unspool")
	install.Dir = "../../.."
	install.Env = append(os.Environ(), "GOBIN="+bin)
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("go install ./parser/cmd/unspool fails: %v\n%s", err, out)
	}
	command := exec.Command(filepath.Join(bin, "unspool"), "version", "-json")
	command.Dir = t.TempDir()
	out, err := command.Output()
	if err != nil {
		t.Fatalf("the installed program does not run outside of the checkout: %v", err)
	}
	var v programVersion
	if want := thisVersion().Go; json.Unmarshal(out, &v) != nil || v.Version == "" || v.Go != want {
		t.Errorf("the installed program prints %q, want JSON with a version and with %q for go", out, want)
	}
}
