package source

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

const code = `
import { a } from "./a"; // import { no } from "./no"
export type { B } from "./b";
export * from "./c";
const MAX = 2 << 10;
let text = "MAX = 3", other = -(MAX + 1), alias = MAX, unknown = MAX * f();
const limits: Limits = { size: 1_000, nested: { deep: 2 ** 4 } };
const parts = split(text, { most: 5 });
class A extends B {
  #kept = 6;
  @property() static most = 7 as const;
  /* at = 8 */
  read(from = 9, { count = 10 } = {}) { const inside = { all: 11 }; }
}
export const names = ["one", "two"] as const;
const mixed = ["one", 2];
type Kind = "x" | "y"; type Only = "z"; type Wide = "x" | number;
export interface Shape extends Other { readonly side: number; "data-x"?: string; area(): number; area(of: string): number }
const page = html` + "`<p title=${b ? \"c\" : `d${e}`}>f</p>`" + `;
const styles = css` + "`a { }`, lines = css`b { ${c} }`, text = html`d`;" + `
import(/* @vite-ignore */ from).then(() => import("./late"));
new URL("file.txt", import.meta.url); new URL("other.txt", document.baseURI);
`

func TestDescribe(t *testing.T) {
	files, err := Describe(t.Context(), "../..", map[string]string{"a.ts": code, "b.js": "let a = 1 / 2;\nlet b = /a = 3/;\n", "c.js": "f(import.meta, new.target);", "d.js": "export {};"})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]*File{
		"a.ts": {
			Numbers: []Number{
				{"MAX", 2048}, {"other", -2049}, {"limits.size", 1000}, {"limits.nested.deep", 16}, {"parts.most", 5},
				{"kept", 6}, {"most", 7}, {"from", 9}, {"count", 10}, {"inside.all", 11},
			},
			Interfaces: map[string]Interface{
				"Shape": {Properties: []string{"side", "data-x"}, Methods: []string{"area"}},
			},
			Unions: map[string][]string{"Kind": {"x", "y"}, "Only": {"z"}},
			Lists:  map[string][]string{"names": {"one", "two"}},
			Texts: []string{
				"MAX = 3", "one", "two", "one", "x", "y", "z", "x", "data-x", "<p title=", "c", "d", "", ">f</p>",
				"a { }", "b { ", " }", "d", "./late", "file.txt", "other.txt",
			},
			Sheets: []string{"a { }"},
			Imports: []Import{
				{Path: "./a"}, {Path: "./b"}, {Path: "./c"},
				{Dynamic: true, Comments: []string{"/* @vite-ignore */"}}, {Path: "./late", Dynamic: true},
			},
			Addresses:  []string{"file.txt"},
			IsModule:   true,
			ImportMeta: true,
		},
		"b.js": {Numbers: []Number{{"a", 0.5}}},
		"c.js": {IsModule: true, ImportMeta: true},
		"d.js": {IsModule: true},
	}
	if diff := cmp.Diff(want, files, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	if _, err := Describe(t.Context(), t.TempDir(), nil); err == nil {
		t.Error("no error without the script")
	}
}
