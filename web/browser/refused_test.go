package browser

import (
	"strings"
	"testing"

	"unspool/parser/testutil"
)

// If the browser refuses a copy or a download, the page says so.
func TestCopyAndSaveRefused(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := open(t, "")
	long := strings.Repeat("0123456789 and some words\n", 40_000)
	p.Read(callOf(t, "Bash", values{"command": "cat log"}, values{"stdout": long, "stderr": "", "interrupted": false}, "x", false, nil))
	p.WaitFor(`$role("navigation", "Views and panes") && $deep("unspool-row[data-kind=tool] .row-button")`, 0)
	for name, refuse := range map[string]string{
		"refused": `Object.defineProperty(navigator, "clipboard", { configurable: true, value: {
				writeText: () => Promise.reject(new DOMException("Write permission denied.", "NotAllowedError")), write: () => Promise.reject(new DOMException("Write permission denied.", "NotAllowedError")) } });
			document.execCommand = () => false; URL.createObjectURL = () => { throw new DOMException("no room for it", "QuotaExceededError"); };`,
		"missing": `Object.defineProperty(navigator, "clipboard", { configurable: true, value: undefined });
			document.execCommand = () => { throw new DOMException("no", "NotAllowedError"); }; HTMLAnchorElement.prototype.click = () => { throw new DOMException("no room for it", "NotAllowedError"); };`,
	} {
		t.Run(name, func(t *testing.T) {
			p.Do(refuse)
			if !Eval[bool](p, `$deep("unspool-row .frame") !== null`) {
				p.Do(`$deep("unspool-row[data-kind=tool] .row-button").click()`)
				p.WaitFor(`$deep("unspool-row .frame .line")`, 0)
			}
			press(p, "Copy output")
			p.WaitFor(`$text($deep("unspool-row .frame")).includes("Blocked by the browser")`, 0)
			p.WaitFor(`!$text($deep("unspool-row .frame")).includes("Blocked by the browser")`, 0)
			p.Do(`for (const b of $$role("button", /Save|went wrong/, $deep("unspool-row .rest"))) b.click()`)
			p.WaitFor(`$text($deep("unspool-row .rest")).includes("Something went wrong: no room for it")`, 0)
			p.Do(`globalThis.refused = [URL.createObjectURL, HTMLAnchorElement.prototype.click];
				URL.createObjectURL = () => "#"; HTMLAnchorElement.prototype.click = () => undefined;
				$role("button", /went wrong/, $deep("unspool-row .rest")).click()`)
			p.WaitFor(`!$text($deep("unspool-row .rest")).includes("went wrong")`, 0)
			p.Do(`[URL.createObjectURL, HTMLAnchorElement.prototype.click] = refused`)
			p.ClickRole("button", "Show details")
			p.WaitFor(`$role("button", "Copy link")`, 0)
			p.ClickRole("button", "Copy link")
			p.WaitFor(`$text($deep(".about-card")).includes("Blocked by the browser")`, 0)
			p.Press("Escape")
			showView(p, "Usage")
			p.WaitFor(`$role("button", /as CSV$/)`, 0)
			p.Do(`$role("button", /as CSV$/).click()`)
			p.WaitFor(`$text($deep("[role=status].notice-box")).includes("Something went wrong: no room for it")`, 0)
			showView(p, "Conversation")
			p.ClickRole("button", "Share")
			p.WaitFor(`$role("dialog", "Share") && $role("button", "Save HTML").ariaDisabled === "false"`, 0)
			p.ClickRole("button", "Save HTML")
			p.WaitFor(`$text($role("dialog", "Share")).includes("no room for it")`, 0)
			p.Press("Escape")
			p.WaitFor(`!$role("dialog", "Share")`, 0)
		})
	}
}
