package src

import (
	"path/filepath"
	"strings"
	"testing"
)

// missingWorker prints the text about a worker whose script is missing.
const missingWorker = `
import { failureText } from "./session/failure-text";
const path = "http://localhost:5173/node_modules/.vite/assets/parser-worker.js";
console.log(failureText({ code: "worker", detail: "its script could not be loaded", path }).help);
`

// The development server of Vite bundles packages into a folder "deps", beside which the worker is not found. Only there, the
// text about the missing file names the setting that helps.
func TestHelpForVite(t *testing.T) {
	const help = "Check that they are in http://localhost:5173/node_modules/.vite/assets/, all from the same build."
	for _, c := range []struct{ folder, want string }{
		{"node_modules/.vite/deps", help + ` With Vite, add optimizeDeps: { exclude: ["unspool"] } to its configuration.`},
		{"node_modules/unspool", help},
	} {
		bundle := filepath.Join(t.TempDir(), filepath.FromSlash(c.folder), "unspool.mjs")
		if got := strings.TrimSpace(string(runNodeAt(t, bundle, missingWorker))); got != c.want {
			t.Errorf("in %s, the text is %q, want %q", c.folder, got, c.want)
		}
	}
}
