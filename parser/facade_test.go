//go:build !js

package parser_test

import (
	"go/importer"
	"go/token"
	"go/types"
	"slices"
	"testing"
)

// TestFacade checks that a program needs one import path for sessions and transcripts: this package
// names each of their types that a method or a function of it returns or takes, each type of a
// field that has named values, and all these values.
func TestFacade(t *testing.T) {
	packages := importer.ForCompiler(token.NewFileSet(), "source", nil)
	load := func(name string) *types.Package {
		p, err := packages.Import("unspool/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	facade, session, transcript := load("parser"), load("parser/session"), load("parser/transcript")
	named := map[*types.TypeName]bool{}
	for _, name := range facade.Scope().Names() {
		if of, isType := facade.Scope().Lookup(name).(*types.TypeName); isType {
			named[types.Unalias(of.Type()).(*types.Named).Obj()] = true
		}
	}
	demand := func(of types.Type, user string) {
		for _, name := range namesIn(of) {
			if name.Exported() && !named[name] && (name.Pkg() == session || name.Pkg() == transcript) {
				t.Errorf("parser has no %s: %s needs it", name.Name(), user)
			}
		}
	}
	for _, name := range facade.Scope().Names() {
		if f, isFunc := facade.Scope().Lookup(name).(*types.Func); isFunc {
			demand(f.Type(), name)
		}
	}
	for name := range named {
		methods := types.NewMethodSet(types.NewPointer(name.Type()))
		for i := range methods.Len() {
			if m := methods.At(i).Obj(); m.Exported() {
				demand(m.Type(), name.Name()+"."+m.Name())
			}
		}
		if s, isStruct := name.Type().Underlying().(*types.Struct); isStruct {
			for f := range s.Fields() {
				if _, isBasic := f.Type().Underlying().(*types.Basic); isBasic && f.Exported() {
					demand(f.Type(), name.Name()+"."+f.Name())
				}
			}
		}
		for _, p := range []*types.Package{session, transcript} {
			for _, constant := range constantsOf(p, name.Type()) {
				if c, known := facade.Scope().Lookup(constant).(*types.Const); !known || !types.Identical(c.Type(), name.Type()) {
					t.Errorf("parser has no %s, one of the values of %s", constant, name.Name())
				}
			}
		}
	}
}

// namesIn returns the names of types in a type: a parameter, a slice of it and so on.
func namesIn(of types.Type) []*types.TypeName {
	switch of := types.Unalias(of).(type) {
	case *types.Named:
		names := []*types.TypeName{of.Obj()}
		for argument := range of.TypeArgs().Types() {
			names = append(names, namesIn(argument)...)
		}
		return names
	case *types.Map:
		return slices.Concat(namesIn(of.Key()), namesIn(of.Elem()))
	case interface{ Elem() types.Type }: // a pointer, slice or array
		return namesIn(of.Elem())
	case *types.Signature:
		return slices.Concat(namesIn(of.Params()), namesIn(of.Results()))
	case *types.Tuple:
		var names []*types.TypeName
		for v := range of.Variables() {
			names = append(names, namesIn(v.Type())...)
		}
		return names
	}
	return nil
}

func constantsOf(p *types.Package, of types.Type) []string {
	var names []string
	for _, name := range p.Scope().Names() {
		if c, isConst := p.Scope().Lookup(name).(*types.Const); isConst && c.Exported() && types.Identical(c.Type(), of) {
			names = append(names, name)
		}
	}
	return names
}
