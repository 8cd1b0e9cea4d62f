package npm

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"unspool/build/docs"
)

// TestDocumentation checks that the programs of the documentation work as they are written there.
func TestDocumentation(t *testing.T) {
	book, err := docs.Read(os.DirFS(root))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"node-summary": `^Tide times across the clock change: 10 turns, \$\d\.\d\d\n$`,
		"node-rows":    `^(turn \d+: .+\n)*turn 3: Bash make test\n(turn \d+: .+\n)*$`,
	} {
		block, found := book.Block(name)
		if !found {
			t.Fatalf("no block is named %s", name)
		}
		if err := os.WriteFile(filepath.Join(shared.project, block.File), []byte(block.Text), 0o644); err != nil {
			t.Fatal(err)
		}
		out, err := command(shared.project, "node", block.File, abs(t, root+"/testdata/sample"))
		if err != nil {
			t.Fatal(err)
		}
		if !regexp.MustCompile(want).MatchString(out) {
			t.Errorf("%s prints\n%s", name, out)
		}
	}
}
