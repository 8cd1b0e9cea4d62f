package npm

import "testing"

// TestLints checks the packed package with the linters of the ecosystem. It consists of modules only,
// so the ways of resolving that know only CommonJS do not count.
func TestLints(t *testing.T) {
	for name, args := range map[string][]string{
		"publint":             {tool(t, "publint/src/cli.js"), "run", shared.made.Tarball, "--strict"},
		"are the types wrong": {tool(t, "@arethetypeswrong/cli/dist/index.js"), shared.made.Tarball, "--profile", "esm-only"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := command(t.TempDir(), "node", args...); err != nil {
				t.Error(err)
			}
		})
	}
}
