package engines

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// In the outline, the icon of a prompt stands on the line where its text begins, also before a word that is
// longer than a line.
func TestOutlineIcon(t *testing.T) {
	t.Parallel()
	const prompt = `{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"s","version":"2.1.45","timestamp":"2026-05-01T10:01:00.000Z",` +
		`"message":{"role":"user","content":%[1]q},"planContent":%[1]q}` + "\n"
	inEach(t, func(t *testing.T, p *Page, site string) {
		for _, text := range []string{
			"/home/ada/tides/some/folder/that/is/very/long/and_has_a_name_that_fits_into_no_line_of_the_outline.go",
			"Averyveryverylongnamethatdoesnotfitintoalineoftheoutlineandgoesonandonandon",
			"An ordinary text of some words that take more than one line",
		} {
			file := filepath.Join(t.TempDir(), "s.jsonl")
			if err := os.WriteFile(file, fmt.Appendf(nil, prompt, text), 0o600); err != nil {
				t.Fatal(err)
			}
			p.Open(site)
			p.WaitFor(`$text().includes("Choose files")`)
			p.Read(file)
			p.WaitFor(`$deep("unspool-outline >>> .turn > .head > .icon")`)
			for _, width := range []int{280, 200} {
				type box struct{ Top, Bottom float64 }
				got := Eval[struct{ Icon, Text box }](p, fmt.Sprintf(`(() => {
					const head = $deep("unspool-outline >>> .turn > .head");
					head.closest(".line").style.width = "%dpx";
					const box = ({ top, bottom }) => ({ Top: top, Bottom: bottom });
					return {
						Icon: box(head.querySelector(".icon").getBoundingClientRect()),
						Text: box(head.querySelector(".words").getClientRects()[0]),
					};
				})()`, width))
				if got.Icon.Top > got.Text.Bottom || got.Icon.Bottom <= got.Text.Top {
					t.Errorf("%.20s in %d px: the icon is at %v, the first line at %v", text, width, got.Icon, got.Text)
				}
			}
		}
	})
}
