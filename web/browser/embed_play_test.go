package browser

import "testing"

const (
	// playedRows is the number of rows of the conversation that are not hidden, of about 60.
	playedRows = `Number($deep("unspool-list unspool-row")?.ariaSetSize ?? 0)`
	playback   = `$role("region", "Playback")`
)

// A conversation plays on its own while it is in view. The user can stop it and see everything.
func TestEmbedAutoplay(t *testing.T) {
	t.Parallel()
	p := openBlog(t, `<div style="height: 3000px">Before</div><unspool-session src="sample/files.json" preload autoplay></unspool-session><div style="height: 3000px">After</div>`, 1)
	p.WaitFor(playback+` !== null && $role("button", "Play") !== null && `+playedRows+` > 40`, 0)
	p.Do(theViewer + `.scrollIntoView({ block: "center" })`)
	p.WaitFor(`$role("button", "Pause") !== null && `+playedRows+` > 2 && `+playedRows+` < 40`, 0)
	passes(t, p, "a playing article")
	p.Do(`scrollTo(0, 0)`)
	p.WaitFor(`$role("button", "Play") !== null`, 0)
	p.Do(`globalThis.before = ` + playedRows + `; ` + theViewer + `.scrollIntoView({ block: "center" })`)
	p.WaitFor(playedRows+` > before`, 0)
	p.FocusRole("button", "End playback") // it moves while the conversation plays
	p.Press("Enter")
	p.WaitFor(playback+` === null && `+playedRows+` > 40`, 0)
}

// A playback that is ended or closed while it is out of view does not go on when it is back.
func TestEmbedPlaybackEndedOutOfView(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, attribute, end string }{
		{"closed", "autoplay", `$role("button", "End playback").click()`},
		{"ended", "autoplay controls", theViewer + `.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, composed: true }))`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := openBlog(t, `<unspool-session src="sample/files.json" preload `+test.attribute+`></unspool-session><div style="height: 3000px">After</div>`, 1)
			p.Do(theViewer + `.scrollIntoView({ block: "center" })`)
			p.WaitFor(`$role("button", "Pause") !== null && `+playedRows+` > 2 && `+playedRows+` < 40`, 0)
			p.Do(`scrollTo(0, 3000)`)
			p.WaitFor(`$role("button", "Play") !== null`, 0)
			p.Do(test.end)
			p.WaitFor(playedRows+` > 40`, 0)
			p.Do(theViewer + `.scrollIntoView({ block: "center" })`)
			settled(p)
			p.Do(`await new Promise((done) => setTimeout(done, 500))`)
			if rows := Eval[int](p, playedRows); rows < 40 {
				t.Errorf("only %d rows are shown", rows)
			}
		})
	}
}

// Where motion is reduced, nothing plays on its own.
func TestEmbedAutoplayReducedMotion(t *testing.T) {
	t.Parallel()
	page, files := blog(t, "", `<p>Before</p>`)
	p := openOn(t, page, "/", files)
	p.Media(map[string]string{"prefers-reduced-motion": "reduce"})
	p.Do(`document.body.append(Object.assign(document.createElement("unspool-session"), { src: "sample/files.json", autoplay: true }))`)
	p.WaitFor(playback+` !== null && $role("button", "Play") !== null`, 0)
	settled(p)
	if rows := Eval[int](p, playedRows); rows < 40 {
		t.Errorf("only %d rows are shown", rows)
	}
	p.ClickRole("button", "Play")
	p.WaitFor(`$role("button", "Pause") !== null && `+playedRows+` < 40`, 0)
}

// The controls stay. Escape ends the playback, and is the page's key otherwise.
func TestEmbedControls(t *testing.T) {
	t.Parallel()
	p := openBlog(t, `<unspool-session src="sample/files.json" controls height="auto"></unspool-session>`, 1)
	p.WaitFor(playback+` !== null && `+playedRows+` > 40`, 0)
	if Eval[bool](p, `$role("button", "End playback") !== null`) {
		t.Error("the controls can be closed")
	}
	p.Do(`globalThis.high = ` + theViewer + `.offsetHeight; globalThis.escapes = 0; addEventListener("keydown", (e) => escapes += e.key === "Escape" && !e.defaultPrevented)`)
	p.ClickRole("button", "Play")
	p.WaitFor(`$role("button", "Pause") !== null && `+playedRows+` > 2 && `+playedRows+` < 40`, 0)
	if !Eval[bool](p, theViewer+`.offsetHeight === high`) {
		t.Errorf("the box changes its height from %d to %d px", Eval[int](p, `high`), Eval[int](p, theViewer+`.offsetHeight`))
	}
	p.Press("Escape")
	p.WaitFor(playback+` !== null && $role("button", "Play") !== null && `+playedRows+` > 40`, 0)
	if Eval[int](p, `escapes`) > 0 {
		t.Error("the page receives the key that ended the playback")
	}
	p.Press("Escape")
	p.WaitFor(`escapes === 1`, 0)
	p.Do(theViewer + `.controls = false`)
	p.WaitFor(playback+` === null`, 0)
}
