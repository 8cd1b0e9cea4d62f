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

// TestReactTypes checks the tag in JSX with the types of the oldest and the newest supported React.
func TestReactTypes(t *testing.T) {
	code, err := os.ReadFile("testdata/react.tsx")
	if err != nil {
		t.Fatal(err)
	}
	for name, types := range map[string]string{"React 18": "types-react-18", "React 19": "@types/react"} {
		t.Run(name, func(t *testing.T) {
			project := filepath.Join(t.TempDir(), "project")
			if err := install(project); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(project, "react.tsx"), code, 0o644); err != nil {
				t.Fatal(err)
			}
			if err := os.Mkdir(filepath.Join(project, "node_modules/@types"), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(filepath.Dir(tool(t, types+"/package.json")), filepath.Join(project, "node_modules/@types/react")); err != nil {
				t.Fatal(err)
			}
			_, err := command(project, abs(t, "../node_modules/.bin/tsc"), "react.tsx", "--ignoreConfig", "--noEmit", "--strict",
				"--exactOptionalPropertyTypes", "--jsx", "react-jsx", "--target", "es2022", "--lib", "es2023,dom,dom.iterable",
				"--module", "esnext", "--moduleResolution", "bundler")
			if err != nil {
				t.Error(err)
			}
		})
	}
}
