package site

import (
	"fmt"
	"strings"
)

// unspool is the element that other pages include.
var unspool = entry{"web/src/targets/embed/unspool.ts", "unspool"}

// loader returns the module at the address that pages include. Its name never changes, so
// it only names the files whose names do: everything that the element needs at once, which
// is then loaded in parallel.
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
