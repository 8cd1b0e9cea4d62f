package browser

import "testing"

// The palette finds what can be done by its name and does it; the focus comes
// back to where it was.
func TestPalette(t *testing.T) {
	p := open(t, "")
	p.Read(sampleFile(t))
	ready(p)
	p.WaitFor(`!!$deep(".viewbar nav")`, 0)
	options := `$$deep('li[role="option"]').map((o) => $text(o.querySelector(".name")))`
	p.Press("Control+k")
	p.WaitFor(options+`.length > 10`, 0)
	p.Type("fold think")
	p.WaitFor(options+`.join() === "Show or fold thinking"`, 0)
	if at := Eval[string](p, `$text($deep('li[aria-selected="true"] b'))`); at != "fold" {
		t.Errorf("%q is marked as typed", at)
	}
	passes(t, p, "the palette")
	before := Eval[int](p, `$$deep('unspool-row[data-kind="thinking"] [aria-expanded="true"]').length`)
	p.Press("Enter")
	p.WaitFor(`!$deep("unspool-palette")`, 0)
	p.WaitFor(`$text().includes("Thinking is shown.")`, 0)
	if before > 0 {
		t.Errorf("%d thoughts were open before", before)
	}
	p.Press("Control+k")
	p.WaitFor(options+`.length > 10`, 0)
	p.Type("format.ts")
	p.WaitFor(`$$deep('li[role="option"] .kind').some((k) => $text(k) === "File")`, 0)
	p.Press("Enter")
	p.WaitFor(`!$deep("unspool-palette") && $deep("unspool-files") !== null && location.hash.includes("file=")`, 0)
	p.Press("Control+k")
	p.WaitFor(options+`.length > 10`, 0)
	p.Type("october table is drunk")
	p.WaitFor(options+`[0]?.includes("harbour master") === true`, 0)
	p.Press("Enter")
	p.WaitFor(`!$deep("unspool-palette") && $deep("unspool-files") === null && $text($deep("unspool-row:focus")).includes("harbour master")`, 0)
	p.Press("Control+k")
	p.WaitFor(options+`.length > 10`, 0)
	p.Type("zzqq")
	p.WaitFor(`$text($deep("dialog > .none")) === "Nothing is called that."`, 0)
	p.Press("Escape")
	p.WaitFor(`!$deep("unspool-palette") && $deep("unspool-row:focus") !== null`, 0)
}

// What is typed before a field is there is for the field: no letter is taken for
// a command. A view that is opened by its name leaves the keys alive.
func TestTypedAhead(t *testing.T) {
	p := open(t, "")
	p.Size(1400, 900)
	p.Read(sampleFile(t))
	ready(p)
	p.WaitFor(`!!$deep(".viewbar nav") && $deep("unspool-outline") !== null`, 0)
	p.Press("Control+k")
	p.Type("usage")
	p.WaitFor(`$deep("unspool-palette >>> input")?.value === "usage" && $$deep('li[role="option"]').length > 0`, 0)
	if !Eval[bool](p, `$deep("unspool-outline") !== null`) {
		t.Error("a letter closed the outline")
	}
	p.Press("Enter")
	p.WaitFor(`$deep("unspool-usage") !== null && $deep(".viewbar [aria-current]:focus") !== null`, 0)
	p.Press("?")
	p.WaitFor(`$deep("dialog[open] .keylist")`, 0)
	p.Press("Escape")
	p.WaitFor(`!$deep("dialog[open]")`, 0)
	p.Do(`history.back()`)
	p.WaitFor(`$deep("unspool-usage") === null`, 0)
	p.Do(`$deep("unspool-list").focus()`)
	p.WaitFor(`$deep("unspool-row:focus")`, 0)
	p.Press("/")
	p.Type("commit")
	p.WaitFor(`$deep("unspool-find >>> input")?.value === "commit"`, 0)
	if !Eval[bool](p, `$deep("unspool-outline") !== null && !$text().includes("Thinking is shown.")`) {
		t.Error("a letter was taken for a command")
	}
}
