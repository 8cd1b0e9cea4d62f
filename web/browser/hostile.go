package browser

import (
	_ "embed" // hostile.js
	"fmt"
)

//go:embed hostile.js
var hostileHelpers string

// HostileHelpers returns the script that opens everything in a hostile session, and checks each
// element on the way.
func HostileHelpers() string { return hostileHelpers }

// OwnPrototype is a JavaScript expression for the members of all objects.
const OwnPrototype = `Object.getOwnPropertyNames(Object.prototype).sort().join()`

// The copies of each field that the tests of package npm show in an exhaustive run, after those of this package's tests,
// and the minimum number of combinations to be seen in them.
const (
	FirstCopyInNPM   = 42
	EndOfCopiesInNPM = 45
	LeastInNPM       = 5_000
)

// Judged is the state of a page after it showed hostile sessions: the value of the JavaScript
// expression [StateOfHostile].
type Judged struct {
	Ran, Polluted, Prototype, Globals string
	Wrong                             []string
}

// StateOfHostile is a JavaScript expression for a [Judged].
const StateOfHostile = `$hostile.state()`

// Problems returns what payloads did, and the elements that the page did not create. All objects
// had the members in prototype before.
func (j Judged) Problems(prototype string) []string {
	var found []string
	if j.Ran != "" {
		found = append(found, "a payload ran: "+j.Ran)
	}
	if j.Polluted != "" || j.Prototype != prototype {
		found = append(found, fmt.Sprintf("prototypes are changed: %q, %s", j.Polluted, j.Prototype))
	}
	if j.Globals != "" {
		found = append(found, "globals of the page are "+j.Globals)
	}
	return append(found, j.Wrong...)
}

// InBackground returns JavaScript statements that call an asynchronous function without waiting
// for it. While it runs, the global variable goingOn is "yes", and then "" or what failed.
func InBackground(function string) string {
	return `globalThis.goingOn = "yes"; (` + function + `)().then(
		() => (globalThis.goingOn = ""), (e) => (globalThis.goingOn = "failed: " + (e.stack ?? e)))`
}
