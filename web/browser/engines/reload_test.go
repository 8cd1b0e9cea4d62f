package engines

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// A browser that keeps a file as it was when it was chosen asks for it again on Reload, and shows
// what was added. WebKit sees the new size, and reads the file without asking.
func TestReload(t *testing.T) {
	t.Parallel()
	inEach(t, func(t *testing.T, p *Page, site string) {
		data, err := os.ReadFile(sampleFile(t))
		if err != nil {
			t.Fatal(err)
		}
		lines := bytes.SplitAfter(data, []byte("\n"))
		file := filepath.Join(t.TempDir(), "session.jsonl")
		if err := os.WriteFile(file, bytes.Join(lines[:len(lines)/2], nil), 0o600); err != nil {
			t.Fatal(err)
		}
		p.Open(site)
		p.WaitFor(`$text().includes("Choose files")`)
		p.Read(file)
		p.WaitFor(rows)
		before := Eval[int](p, `Number($role("article").getAttribute("aria-setsize"))`)
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
		// The dialog for files cannot be answered by a driver, the field that opens it can.
		p.Do(`HTMLInputElement.prototype.click = function () {
			this.id = "asked";
			this.hidden = true;
			document.body.append(this);
		}`)
		p.ClickRole("button", "Reload")
		p.WaitFor(`$deep("#asked") || $reports.length === 2`)
		if Eval[bool](p, `$deep("#asked") !== null`) {
			p.Choose("#asked", file)
		}
		p.WaitFor(`$reports.length === 2`)
		p.WaitFor(rows)
		if after := Eval[int](p, `Number($role("article").getAttribute("aria-setsize"))`); after <= before {
			t.Errorf("there are %d rows after the file grew, %d before", after, before)
		}
	})
}
