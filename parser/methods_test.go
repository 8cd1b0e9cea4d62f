//go:build !js

package parser_test

import (
	"go/importer"
	"go/token"
	"go/types"
	"testing"
)

// maxMethods limits the methods of a type, including those that embedding promotes.
const maxMethods = 40

// TestMethods checks that no type has more methods than a reader can survey. It checks the types
// of all packages but those of commands.
func TestMethods(t *testing.T) {
	packages := importer.ForCompiler(token.NewFileSet(), "source", nil)
	for _, layer := range layers[1:] {
		for _, name := range layer {
			p, err := packages.Import("unspool/" + name)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range p.Scope().Names() {
				of, isType := p.Scope().Lookup(name).(*types.TypeName)
				if !isType || of.IsAlias() || types.IsInterface(of.Type()) {
					continue
				}
				if n := types.NewMethodSet(types.NewPointer(of.Type())).Len(); n > maxMethods {
					t.Errorf("%s.%s has %d methods, more than %d", p.Path(), name, n, maxMethods)
				}
			}
		}
	}
}
