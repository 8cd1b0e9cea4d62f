package browser

import (
	"fmt"
	"testing"
	"time"

	"unspool/parser/testutil"
)

// Two keys or clicks on a line before there is a reply open and close it, and three open it.
func TestToggleQuickly(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	const series = `$deep('unspool-row[data-kind="series"] .row-button')`
	for _, c := range []struct{ name, path, button, key string }{
		{"a series", testutil.Extract(t, "series"), series, ""},
		{"a series by keys", testutil.Extract(t, "series"), series, "o"},
		{"an agent", sampleDir, `$deep("unspool-row .agent button.row-button")`, ""},
		{"an attempt", testutil.Extract(t, "attempts"), `$deep("unspool-row button.alternative")`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := open(t, "")
			p.Read(c.path)
			p.WaitFor(c.button+` && $role("navigation", "Views and panes")`, 0)
			p.Run("quick_toggle.hold")
			turn := func(times int, want string, open bool) {
				t.Helper()
				p.Do(`asked.length = 0; ` + c.button + `.closest("unspool-row").focus()`)
				for range times {
					if c.key == "" {
						p.Do(c.button + `.click()`)
					} else {
						p.Press(c.key)
					}
				}
				says(t, p, `asked.join()`, want)
				p.Do(`for (const go of waiting.splice(0)) go(); await $deep("unspool-session").exportSource.api.query("rows", { session: 0, from: 0, count: 0 })`)
				p.WaitFor(fmt.Sprintf(`%s.ariaExpanded === "%t"`, c.button, open), 0)
				letHappen(100 * time.Millisecond) // a late reply
				says(t, p, c.button+`.ariaExpanded`, fmt.Sprint(open))
			}
			turn(2, "true,false", false)
			turn(3, "true,false,true", true)
			turn(2, "false,true", true)
			turn(1, "false", false)
		})
	}
}
