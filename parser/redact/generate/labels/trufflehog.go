package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// trufflehog prints the texts in the tests of detectors: the elements with an input and what is wanted
// of it, as far as these are put together from constants.
func trufflehog(folder string, out io.Writer) error {
	encoder := json.NewEncoder(out)
	names, err := filepath.Glob(filepath.Join(folder, "pkg", "detectors", "*", "*_test.go"))
	if err != nil {
		return err
	}
	deeper, err := filepath.Glob(filepath.Join(folder, "pkg", "detectors", "*", "*", "*_test.go"))
	if err != nil {
		return err
	}
	for _, name := range append(names, deeper...) {
		isGeneric, err := needsName(filepath.Dir(name))
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			fmt.Fprintln(os.Stderr, "labels: not read:", err) // some need keys of a service, and were never compiled
			continue
		}
		c := constants{}
		c.collect(file)
		rule := file.Name.Name
		ast.Inspect(file, func(n ast.Node) bool {
			literal, ok := n.(*ast.CompositeLit)
			if !ok {
				return true
			}
			for _, l := range c.labels(literal) {
				l.Source, l.Rule, l.Generic = "trufflehog", rule, isGeneric
				if err == nil {
					err = encoder.Encode(l)
				}
			}
			return true
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// needsName reports whether the detector in a folder finds secrets only near a name.
func needsName(folder string) (bool, error) {
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return false, err
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		source, err := os.ReadFile(name)
		if err != nil {
			return false, err
		}
		if bytes.Contains(source, []byte("detectors.PrefixRegex(")) {
			return true, nil
		}
	}
	return false, nil
}

// constants are the texts of the names of a file.
type constants map[string]string

// collect adds the names that a file declares or assigns.
func (c constants) collect(file *ast.File) {
	add := func(name ast.Expr, value ast.Expr) {
		if id, ok := name.(*ast.Ident); ok {
			if text, ok := c.text(value); ok {
				c[id.Name] = text
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec:
			for i, v := range n.Values {
				add(n.Names[i], v)
			}
		case *ast.AssignStmt:
			for i := range min(len(n.Lhs), len(n.Rhs)) {
				add(n.Lhs[i], n.Rhs[i])
			}
		}
		return true
	})
}

// text evaluates an expression.
func (c constants) text(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil && e.Kind == token.STRING
	case *ast.Ident:
		text, ok := c[e.Name]
		return text, ok
	case *ast.ParenExpr:
		return c.text(e.X)
	case *ast.BinaryExpr:
		a, ok := c.text(e.X)
		b, also := c.text(e.Y)
		return a + b, ok && also && e.Op == token.ADD
	case *ast.CallExpr:
		return c.call(e)
	}
	return "", false
}

// call evaluates calls of fmt.Sprintf.
func (c constants) call(e *ast.CallExpr) (string, bool) {
	f, ok := e.Fun.(*ast.SelectorExpr)
	if !ok || f.Sel.Name != "Sprintf" || len(e.Args) == 0 {
		return "", false
	}
	var values []any
	for _, a := range e.Args {
		text, ok := c.text(a)
		if !ok {
			return "", false
		}
		values = append(values, text)
	}
	return fmt.Sprintf(values[0].(string), values[1:]...), true
}

// labels returns the labels of a literal with the members input and want.
func (c constants) labels(literal *ast.CompositeLit) []label {
	var found []label
	var input string
	for _, e := range literal.Elts {
		pair, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		switch key, _ := pair.Key.(*ast.Ident); {
		case key == nil:
		case key.Name == "input" || key.Name == "data":
			input, _ = c.text(pair.Value)
		case key.Name == "want":
			if list, ok := pair.Value.(*ast.CompositeLit); ok {
				for _, w := range list.Elts {
					if text, ok := c.text(w); ok && strings.TrimSpace(text) != "" {
						found = append(found, label{Secret: text})
					}
				}
			}
		}
	}
	for i := range found {
		found[i].Text = input
	}
	if input == "" {
		return nil
	}
	return found
}
