package npm

import (
	"os"
	"path/filepath"
	"testing"
)

// TestTypes checks that the declarations are right for a strict compiler, with bundlers and with
// Node, and need nothing else to be installed.
func TestTypes(t *testing.T) {
	code, err := os.ReadFile("testdata/consumer.ts")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(shared.project, "consumer.ts"), code, 0o644); err != nil {
		t.Fatal(err)
	}
	tsc := abs(t, "../node_modules/.bin/tsc")
	for _, way := range []struct{ module, resolution string }{{"esnext", "bundler"}, {"node16", "node16"}} {
		_, err := command(shared.project, tsc, "consumer.ts", "--ignoreConfig", "--noEmit", "--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess",
			"--target", "es2022", "--lib", "es2023,dom,dom.iterable", "--module", way.module, "--moduleResolution", way.resolution)
		if err != nil {
			t.Errorf("%s: %v", way.resolution, err)
		}
	}
}
