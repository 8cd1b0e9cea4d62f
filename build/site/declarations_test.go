package site

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/build/internal/buildtest"
)

func TestDeclarations(t *testing.T) {
	root := t.TempDir()
	config, err := os.ReadFile("../../web/tsconfig.json")
	if err != nil {
		t.Fatal(err)
	}
	web := filepath.Join(root, "web")
	buildtest.WriteFiles(t, web, map[string]string{
		"tsconfig.json":             string(config),
		"src/targets/npm/index.ts":  "export type { A } from \"../../parser/model\";\n",
		"src/targets/npm/define.ts": "export {};\n",
		"src/targets/npm/client.ts": "import { make } from \"../../parser/make\";\nexport const made = make();\n",
		"src/targets/npm/parser.ts": "export const a = \"from \\\"b\\\"\"; // nothing\n",
		"src/targets/npm/alone.ts":  "export const lonely = 1;\n",
		"src/parser/make.ts":        "import type { B } from \"./other\";\n/** Makes it. */\nexport function make(): B | undefined { return; }\n",
		"src/parser/model.ts": "import type { B } from \"./other\";\n\nexport interface A {\n  readonly a: number; // ms, 0 unknown\n" +
			"  readonly b: B;\n}\n",
		"src/parser/other.ts":            "export interface B {\n  readonly name: \"//\";\n}\n",
		"src/targets/npm/parser-node.ts": "export {};\n",
	})
	b := builderAt(t, root, false)
	files := map[string][]byte{}
	if err := b.addDeclarations(t.Context(), files); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for name, text := range files {
		got[name] = string(text)
	}
	want := map[string]string{
		"types/targets/npm/index.d.ts":       "export type { A } from \"../../parser/model.js\";\n",
		"types/targets/npm/define.d.ts":      "export {};\n",
		"types/targets/npm/client.d.ts":      "export declare const made: import(\"../../parser/other.js\").B | undefined;\n",
		"types/targets/npm/parser.d.ts":      "export declare const a = \"from \\\"b\\\"\";\n",
		"types/targets/npm/parser-node.d.ts": "export {};\n",
		"types/parser/model.d.ts": "import type { B } from \"./other.js\";\n\nexport interface A {\n" +
			"  /** ms, 0 unknown */\n  readonly a: number;\n  readonly b: B;\n}\n",
		"types/parser/other.d.ts": "export interface B {\n  readonly name: \"//\";\n}\n",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("declarations (-want +got):\n%s", diff)
	}

	buildtest.WriteFiles(t, web, map[string]string{"src/targets/npm/client.ts": "export { LitElement } from \"lit\";\n"})
	err = b.addDeclarations(t.Context(), map[string][]byte{})
	if err == nil || !strings.Contains(err.Error(), "the types of targets/npm/client need lit") {
		t.Errorf("types that need a package: error %v", err)
	}
}
