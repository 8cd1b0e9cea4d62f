package browser

import (
	"strings"
	"testing"
)

const errorLine = `$deep(".error-line")`

// An unexpected error is written to the console, and the page offers its details to copy, which
// contain nothing of the session. For an expected error, neither happens.
func TestUnexpectedError(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Read(sampleFile(t))
	ready(p)
	p.Run("reported.failUsage")
	showView(p, "Usage")
	p.WaitFor(`$text($deep("unspool-usage")).includes("could not be calculated")`, 0)
	if n := Eval[int](p, `errors.length`); n > 0 || Eval[bool](p, `!!`+errorLine) {
		t.Errorf("a parser that is gone is reported %d times", n)
	}
	showView(p, "Conversation")

	p.Do(`globalThis.fault = new TypeError("forced", { cause: new SyntaxError('"a secret" is not valid JSON') })`)
	showView(p, "Usage")
	p.WaitFor(errorLine, 0)
	if n := Eval[int](p, `errors.length`); n != 1 || !Eval[bool](p, `errors[0][0] === fault && `+errorLine+`.role === "alert"`) {
		t.Errorf("%d errors reached the console", n)
	}
	wants(t, Eval[string](p, `$text(`+errorLine+`)`), "Something went wrong.", "Copy details")
	p.ClickRole("button", "Copy details")
	p.WaitFor(`globalThis.copied && $text(`+errorLine+`).includes("Details copied")`, 0)
	copied := Eval[string](p, `copied`)
	wants(t, copied, "Unspool ", "Mozilla/5.0", "TypeError: forced\n    at ", "Caused by: SyntaxError\n")
	if strings.Contains(copied, "secret") {
		t.Errorf("the details quote the session: %s", copied)
	}

	// Other errors share the line, whatever their source.
	p.Do(`setTimeout(() => { throw new RangeError("late"); }); void Promise.reject(new Error("not caught"))`)
	p.WaitFor(`errors.length === 3`, 0)
	wants(t, Eval[string](p, `$text(`+errorLine+`)`), "Something went wrong 3 times.")
	p.ClickRole("button", "Dismiss")
	p.WaitFor(`!`+errorLine, 0)
}

// The landing page reports unexpected errors, too. Once a session is open, its viewer does.
func TestUnexpectedErrorOnLandingPage(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Do(`console.error = () => {}; navigator.clipboard.writeText = async (text) => void (globalThis.copied = text);
		setTimeout(() => { throw new Error("outer", { cause: new RangeError("inner") }); })`)
	p.WaitFor(`$role("alert")?.checkVisibility() && $text($role("alert")).includes("Something went wrong.")`, 0)
	p.ClickRole("button", "Copy details")
	p.WaitFor(`$role("button", "Details copied")`, 0)
	wants(t, Eval[string](p, `copied`), "Error: outer\n    at ", "Caused by: RangeError: inner\n    at ")
	passes(t, p, "the landing page with an error")
	p.ClickRole("button", "Dismiss")
	p.WaitFor(`$role("alert") === null`, 0)

	p.Read(sampleFile(t))
	ready(p)
	p.Do(`setTimeout(() => { throw new Error("in the session"); })`)
	p.WaitFor(`$role("alert") !== null && $text($role("alert")).includes("Something went wrong.")`, 0)
}
