package browser

import "testing"

// An element that is updated after its removal does not follow signals, which would keep it in memory.
func TestRemovedElementsFollowNothing(t *testing.T) {
	t.Parallel()
	p := finding(t, findable(t), "needle", 1400, 900)
	for _, one := range []struct{ element, property, version string }{
		{"unspool-row", "context", "contentVersion"},
		{"unspool-find", "controller", "panesVersion"},
		{"unspool-list", "context", "contentVersion"},
	} {
		if Call[bool](p, "subscriptions.followsAfterRemoval", one.element, one.property, one.version) {
			t.Errorf("%s still follows a signal", one.element)
		}
	}
}

// A viewer no longer follows a session that was replaced.
func TestReplacedSessionsAreNotFollowed(t *testing.T) {
	t.Parallel()
	app := open(t, "")
	app.Read(findable(t))
	ready(app)
	app.WaitFor(`!!$role("navigation", "Views and panes")`, 0)
	embed := openBlog(t, `<unspool-session src="long.jsonl" preload></unspool-session>`, 1)
	for _, p := range []*Page{app, embed} {
		if Call[bool](p, "subscriptions.followsPrevious", string(longSession(2))) {
			t.Error("the viewer still follows the session before")
		}
	}
}
