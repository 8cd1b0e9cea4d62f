package browser

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"unspool/parser/testutil"
)

// caseFile is the session of a golden case of the parser.
func caseFile(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile("../../testdata/cases/" + name + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	return write(t, name+".jsonl", txtar.Parse(data).Files[0].Data)
}

// outside names what reaches over the sides of the conversation and cannot be
// scrolled to, as well as a page or list that scrolls sideways.
const outside = `(() => {
	const list = $deep("unspool-list");
	const found = [];
	for (const [name, box] of [["page", document.documentElement], ["list", list]]) if (box.scrollWidth > box.clientWidth) found.push(name);
	const { left, right } = list.getBoundingClientRect();
	const look = (node) => {
		if (node.classList.contains("mark") || !node.checkVisibility()) return;
		const box = node.getBoundingClientRect();
		if (box.width > 0 && (box.left < left - 1 || box.right > right + 1)) found.push(node.closest("unspool-row").getAttribute("aria-label") + ": " + node.localName + "." + node.className);
		else if (getComputedStyle(node).overflowX === "visible") for (const child of node.children) look(child);
	};
	for (const inner of $$deep("unspool-row > .inner")) look(inner);
	return found;
})()`

// Nothing is cut off at the sides and nothing but code and tables scrolls sideways,
// from a phone, or a page at 400 %, to a large screen, whatever is written and
// everything open.
func TestReflow(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	files, err := filepath.Abs(sampleDir)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{files, caseFile(t, "writing-systems")} {
		p := open(t, "")
		p.Read(path)
		p.WaitFor(`globalThis.unspoolReady && $deep("unspool-row[data-kind]")`, 0)
		p.Press("e")
		for _, width := range []int{320, 360, 700, 1400, 3840} {
			p.Size(width, 8000)
			Eval[any](p, `$deep("unspool-list").scrollTop = 0`)
			for more := true; more; {
				settled(p)
				for _, found := range Eval[[]string](p, outside) {
					t.Errorf("%s, %d px: %s", filepath.Base(path), width, found)
				}
				more = Eval[bool](p, `(() => {
					const list = $deep("unspool-list");
					const before = list.scrollTop;
					list.scrollTop += list.clientHeight;
					return list.scrollTop > before + 1;
				})()`)
			}
			if t.Failed() {
				break
			}
		}
		if column := Eval[float64](p, `Math.max(...$$deep("unspool-row > .inner").map((inner) => inner.getBoundingClientRect().width))`); column > 900 {
			t.Errorf("%s: at 3840 px the column is %.0f px wide", filepath.Base(path), column)
		}
	}
}
