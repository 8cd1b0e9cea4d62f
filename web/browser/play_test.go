package browser

import (
	"fmt"
	"testing"
)

// Playing shows one row after the other. Space pauses it, the slider goes elsewhere, and Escape or a
// jump shows all rows again.
func TestPlay(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Size(1400, 900)
	p.Read(sampleFile(t))
	ready(p)
	focusConversation(p)
	const rows = `Number($deep("unspool-list unspool-row").ariaSetSize)`
	all := Eval[int](p, rows)
	p.Press("Shift+P")
	p.WaitFor(`$role("region", "Playback") !== null && `+rows+` < 20`, 0)
	p.WaitFor(rows+` > 5 && $role("slider", "Position").value > 4`, 0)
	p.Press("Space")
	p.WaitFor(`$role("button", "Play") !== null`, 0)
	passes(t, p, "the playback")
	p.Do(`globalThis.before = ` + rows)
	p.Do(`const slider = $role("slider", "Position"); slider.value = 2; slider.dispatchEvent(new Event("input"))`)
	p.WaitFor(rows+` === 3 && `+rows+` < before && $$role("article").length === 3`, 0)
	p.Press("Escape")
	p.WaitFor(`$role("region", "Playback") === null`, 0)
	if now := Eval[int](p, rows); now != all {
		t.Errorf("%d of %d rows are there afterwards", now, all)
	}

	p.ClickRole("button", "Play the conversation with pauses cut (Shift P)")
	p.WaitFor(rows+` < 20`, 0)
	p.Do(`$$role("treeitem").at(-1).click()`)
	p.WaitFor(`$role("region", "Playback") === null`, 0)
	if now := Eval[int](p, rows); now != all {
		t.Errorf("%d of %d rows are there after a jump", now, all)
	}
}

// Rows that come when all are shown do not end the playback: it stays at the end.
func TestPlayRowsAdded(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Read(sampleFile(t))
	ready(p)
	focusConversation(p)
	const rows = `Number($deep("unspool-list unspool-row").ariaSetSize)`
	const atEnd = `$role("slider", "Position")?.value === $role("slider", "Position")?.max && $role("button", "Play") !== null`
	all := Eval[int](p, rows)
	p.Press("Shift+P")
	p.WaitFor(rows+` < 20`, 0)
	p.Do(`const slider = $role("slider", "Position"); slider.value = slider.max; slider.dispatchEvent(new Event("input"))`)
	p.WaitFor(fmt.Sprintf(`%s === %d && %s`, rows, all, atEnd), 0)
	focusConversation(p)
	p.Press("e")
	p.WaitFor(fmt.Sprintf(`%s > %d && %s`, rows, all, atEnd), 0)
}
