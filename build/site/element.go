package site

import (
	"fmt"
	"strings"
)

// unspool is the element as other pages include it.
var unspool = entry{"web/src/embed/unspool.ts", "unspool"}

// loader returns the module at the address that pages include. It never
// changes its name, so it only names the files that do: all that the element
// needs at once, which are then loaded side by side.
func loader(element *bundle) []byte {
	main := element.entry[unspool.name]
	var b strings.Builder
	for _, name := range element.meta.eager(main) {
		if name != main {
			fmt.Fprintf(&b, "import \"./%s\";\n", name)
		}
	}
	fmt.Fprintf(&b, "export * from \"./%s\";\n", main)
	return []byte(b.String())
}
