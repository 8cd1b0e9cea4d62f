package site

import (
	"os"
	"path/filepath"
	"testing"
)

// Code of which several late files share different parts is loaded in one chunk,
// and what only they share in another.
func TestJoined(t *testing.T) {
	root := checkout(t)
	for name, text := range map[string]string{
		"a.ts":        `export const a = [Date.now()];`,
		"b.ts":        `export const b = [Date.now()];`,
		"c.ts":        `export const c = [Date.now()];`,
		"d.ts":        `export const d = [Date.now()];`,
		"e.ts":        `export const e = [Date.now()];`,
		"late-ab.ts":  `import { a } from "./a"; import { b } from "./b"; import { d } from "./d"; export const ab = [a, b, d];`,
		"late-bc.ts":  `import { b } from "./b"; import { c } from "./c"; import { d } from "./d"; import { e } from "./e"; export const bc = [b, c, d, e];`,
		"late-e.ts":   `import { e } from "./e"; export const late = [e];`,
		"app/main.ts": `import { a } from "../a"; import { b } from "../b"; import { c } from "../c"; console.log(a, b, c); void import("../late-ab"); void import("../late-bc"); void import("../late-e");`,
	} {
		if err := os.WriteFile(filepath.Join(root, "web/src", filepath.FromSlash(name)), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	b := builderAt(t, root, false)
	entries := []entry{{"web/src/app/main.ts", "app"}}
	apart, err := b.bundle(entries)
	if err != nil {
		t.Fatal(err)
	}
	joined, err := b.joined(entries)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(apart.meta.eager(apart.entry["app"])); n < 3 {
		t.Errorf("%d files at once without joining: the case shows nothing", n)
	}
	if n := len(apart.files) - 4; n < 5 {
		t.Errorf("%d chunks without joining: the case shows nothing", n)
	}
	if n := len(joined.files) - 4; n != 2 { // beside the entry and three late files
		t.Errorf("%d chunks are shared, want two: %v", n, sortedKeys(joined.files))
	}
	if got := joined.meta.eager(joined.entry["app"]); len(got) != 2 {
		t.Errorf("files loaded at once: %v, want two", got)
	}
}
