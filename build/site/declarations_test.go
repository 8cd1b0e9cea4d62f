package site

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// sources writes files below a folder.
func sources(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestDeclarations(t *testing.T) {
	root, made := t.TempDir(), t.TempDir()
	const code = "export const a = 1;\n"
	sources(t, filepath.Join(root, "web/src"), map[string]string{
		"npm/index.ts": code, "npm/define.ts": code, "npm/client.ts": code, "npm/parser.ts": code, "npm/parser-node.ts": code,
		"npm/alone.ts":    "const lonely = 1;",
		"worker/model.ts": "import type { B } from \"./other\";\n\nexport interface A {\n  readonly a: number; // ms, 0 unknown\n  readonly b: B;\n}\n",
		"worker/other.ts": "export type B = \"//\";\n",
	})
	sources(t, made, map[string]string{
		"npm/index.d.ts":  "export type { A } from \"../worker/model\";\n",
		"npm/define.d.ts": "export {};\n", "npm/client.d.ts": "export {};\n", "npm/parser.d.ts": "export {};\n", "npm/parser-node.d.ts": "export {};\n",
		"npm/alone.d.ts": "declare const lonely: 1;\n",
	})
	b, err := NewBuilder(Options{Root: root})
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	if err := b.collect(made, files); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for name, text := range files {
		got[name] = string(text)
	}
	want := map[string]string{
		"types/npm/index.d.ts":  "export type { A } from \"../worker/model.js\";\n",
		"types/npm/define.d.ts": "export {};\n", "types/npm/client.d.ts": "export {};\n", "types/npm/parser.d.ts": "export {};\n", "types/npm/parser-node.d.ts": "export {};\n",
		"types/worker/model.d.ts": "import type { B } from \"./other.js\";\n\nexport interface A {\n  /** ms, 0 unknown */\n  readonly a: number;\n  readonly b: B;\n}\n",
		"types/worker/other.d.ts": "export type B = \"//\";\n",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("declarations (-want +got):\n%s", diff)
	}

	sources(t, made, map[string]string{"npm/client.d.ts": "import { LitElement } from \"lit\";\n"})
	if err := b.collect(made, map[string][]byte{}); err == nil || !strings.Contains(err.Error(), "need lit") {
		t.Errorf("types that need a package: error %v", err)
	}
}
