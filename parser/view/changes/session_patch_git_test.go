//go:build !js

package changes_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/testutil"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/view"
	"unspool/parser/view/protocol"
)

// TestPatchApplies checks that git can apply the patch of a session to the first contents of the
// files, with the last contents that the transcripts record as the result.
func TestPatchApplies(t *testing.T) {
	applied := 0
	for name, files := range viewtest.Sessions(t) {
		store, v := viewtest.Load(files, 1<<30)
		for i := 0; store.Session(i) != nil; i++ {
			dir := t.TempDir()
			last := map[string]string{}
			for _, f := range allTouched(v, i) {
				change := net(v, i, f.Path)
				if !f.Inside || len(change.Parts) != 1 || noted(change, "unplaced", "before") {
					continue
				}
				if !change.New && change.Parts[0].Old == "" {
					t.Logf("%s: only parts of %s are known", name, f.Name)
					put(t, dir, f.Name, sparse(change.Parts[0].Hunks))
					continue
				}
				if !change.New {
					put(t, dir, f.Name, change.Parts[0].Old)
				}
				if content, ok := lastContent(v, files, i, f.Path); ok {
					last[f.Name] = content
				}
			}
			cmd := exec.Command("git", "apply", "--allow-empty")
			cmd.Dir, cmd.Stdin = dir, strings.NewReader(patchOf(v, i))
			cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%s: git apply: %v: %s", name, err, out)
				continue
			}
			for file, want := range last {
				applied++
				if got, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(file))); err != nil || string(got) != want {
					t.Errorf("%s: %s: %v\n%s", name, file, err, cmp.Diff(want, string(got)))
				}
			}
		}
	}
	if applied < 5 {
		t.Errorf("only %d files were compared", applied)
	}
}

func put(t *testing.T, dir, name, content string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// sparse makes a file that has the old lines of hunks in their places.
func sparse(hunks []protocol.Hunk) string {
	var lines []string
	for _, k := range hunks {
		for len(lines) < k.OldStart-1 {
			lines = append(lines, "\n")
		}
		for at, l := range k.Lines {
			if l[0] == ' ' || l[0] == '-' {
				end := "\n"
				if at+1 < len(k.Lines) && k.Lines[at+1][0] == '\\' {
					end = ""
				}
				lines = append(lines, l[1:]+end)
			}
		}
	}
	return strings.Join(lines, "")
}

// lastContent returns the content of a file after the last change, as far as that change alone
// records it.
func lastContent(v *view.Viewer, files []testutil.File, session int, path string) (string, bool) {
	var content string
	var known bool
	for _, touch := range allTouches(v, session, path) {
		if touch.Status != "ok" || touch.Left || touch.Kind == "read" {
			continue
		}
		known = false
		for _, r := range v.Body(session, touch.Key).Records {
			raw := files[r.File].Data[int(r.Offset):][:r.Length]
			var line struct {
				ToolUseResult struct {
					Content, OriginalFile, OriginalFileContents *string
					OldString, NewString                        string
					ReplaceAll, UserModified                    bool
				}
			}
			if json.Unmarshal(raw, &line) != nil {
				continue
			}
			result := line.ToolUseResult
			switch {
			case touch.Kind == "write" && result.Content != nil:
				content, known = *result.Content, true
			case result.OriginalFile != nil && result.OldString != "" && !result.UserModified && strings.Contains(*result.OriginalFile, result.OldString):
				n := 1
				if result.ReplaceAll {
					n = -1
				}
				content, known = strings.Replace(*result.OriginalFile, result.OldString, result.NewString, n), true
			}
		}
	}
	return content, known
}
