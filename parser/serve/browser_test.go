package serve

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMayOpenBrowser(t *testing.T) {
	for _, c := range []struct {
		system string
		env    map[string]string
		want   bool
	}{
		{"darwin", nil, true},
		{"windows", nil, true},
		{"darwin", map[string]string{"SSH_CONNECTION": "a b"}, false},
		{"darwin", map[string]string{"CI": "true"}, false},
		{"linux", nil, false},
		{"linux", map[string]string{"DISPLAY": ":0"}, true},
		{"linux", map[string]string{"WAYLAND_DISPLAY": "wayland-0"}, true},
		{"linux", map[string]string{"WSL_DISTRO_NAME": "Debian"}, true},
		{"linux", map[string]string{"DISPLAY": ":0", "BROWSER": "none"}, false},
		{"linux", map[string]string{"DISPLAY": ":0", "CI": "1"}, false},
	} {
		if got := mayOpenBrowser(c.system, func(name string) string { return c.env[name] }); got != c.want {
			t.Errorf("%s %v: %v", c.system, c.env, got)
		}
	}
}

// TestDefaultPaths checks the order of the places where sessions are, and that other folders are not served.
func TestDefaultPaths(t *testing.T) {
	user := t.TempDir()
	t.Setenv("HOME", user)
	t.Setenv("USERPROFILE", user)
	t.Setenv("CLAUDE_CONFIG_DIR", "")
	if got := DefaultPaths(); len(got) > 0 {
		t.Errorf("found %v in an empty folder", got)
	}
	one, other, own := filepath.Join(user, ".claude", "projects"), filepath.Join(user, ".config", "claude", "projects"), t.TempDir()
	for _, dir := range []string{one, other, filepath.Join(own, "projects")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]string{one, other}, DefaultPaths()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	t.Setenv("CLAUDE_CONFIG_DIR", own)
	if diff := cmp.Diff([]string{filepath.Join(own, "projects")}, DefaultPaths()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	t.Setenv("CLAUDE_CONFIG_DIR", "")
	if err := os.RemoveAll(filepath.Dir(other)); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Dir(one), filepath.Dir(other)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{one}, DefaultPaths()); diff != "" {
		t.Errorf("one folder by two names (-want +got):\n%s", diff)
	}
}
