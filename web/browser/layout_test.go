package browser

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"unspool/parser/testutil"
)

// caseFile returns the session of a golden case of the parser.
func caseFile(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile("../../testdata/cases/" + name + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	return write(t, name+".jsonl", txtar.Parse(data).Files[0].Data)
}

// Nothing is clipped at the sides and only code and tables scroll sideways, from a phone, or a page
// at 400 %, to a large screen, for any text and with everything open.
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
		p.WaitFor(`globalThis.unspoolReady && $role("article")`, 0)
		p.Press("e")
		for _, width := range []int{320, 360, 700, 1400, 3840} {
			p.Size(width, 8000)
			Eval[any](p, `$deep("unspool-list").scrollTop = 0`)
			for more := true; more; {
				settled(p)
				for _, found := range Call[[]string](p, "layout.overflows") {
					t.Errorf("%s, %d px: %s", filepath.Base(path), width, found)
				}
				more = Call[bool](p, "session.scrollOn")
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
