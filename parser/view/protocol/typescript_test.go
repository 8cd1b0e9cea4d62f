package protocol_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/view/tool"
)

var update = flag.Bool("update", false, "write golden files instead of comparing")

const modelTS = "../../../web/src/worker/model.ts"

// TestTypeScript makes the TypeScript types of the boundary from the Go
// structs, with the kinds of tools from their registry, and compares them with the
// file that the page is compiled with.
func TestTypeScript(t *testing.T) {
	var out bytes.Buffer
	out.WriteString("// Code generated from parser/view/protocol by `go test ./parser/view/protocol -update`; DO NOT EDIT.\n")
	writeUnion(&out, "A ToolKind is a kind of tools that are shown in the same way.", "ToolKind", tool.KindIDs())
	writeUnion(&out, "A ToolFamily is what the calls of a series have in common.", "ToolFamily", tool.Families())
	for _, name := range []string{"rows.go", "bodies.go", "filter.go", "outline.go", "changes.go", "inspect.go", "find.go", "timeline.go", "usage.go", "summary.go"} {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			gen, ok := decl.(*ast.GenDecl)
			if !ok || gen.Tok != token.TYPE {
				continue
			}
			spec := gen.Specs[0].(*ast.TypeSpec)
			writeInterface(t, &out, gen.Doc.Text(), spec.Name.Name, spec.Type.(*ast.StructType))
		}
	}
	if *update {
		if err := os.WriteFile(modelTS, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(modelTS)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), out.String()); diff != "" {
		t.Errorf("model.ts differs from the Go structs and the kinds of tools; run with -update (-file +made):\n%s", diff)
	}
}

func writeUnion(out *bytes.Buffer, doc, name string, words []string) {
	fmt.Fprintf(out, "\n/** %s */\nexport type %s = \"%s\";\n", doc, name, strings.Join(words, `" | "`))
}

func writeInterface(t *testing.T, out *bytes.Buffer, doc, name string, st *ast.StructType) {
	fmt.Fprintf(out, "\n/** %s */\nexport interface %s {\n", strings.Join(strings.Fields(doc), " "), name)
	for _, f := range st.Fields.List {
		tag := reflect.StructTag(strings.Trim(f.Tag.Value, "`"))
		key := tag.Get("js")
		if key == "" {
			t.Errorf("%s.%s has no js tag: vert would name it %q", name, f.Names[0], f.Names[0])
			continue
		}
		kind := tsType(t, f.Type)
		if words := tag.Get("ts"); words != "" {
			kind = strings.ReplaceAll(words, "'", `"`)
		}
		comment := f.Comment.Text()
		if comment == "" {
			comment = f.Doc.Text()
		}
		if comment != "" {
			comment = " // " + strings.Join(strings.Fields(comment), " ")
		}
		fmt.Fprintf(out, "  readonly %s: %s;%s\n", key, kind, comment)
	}
	out.WriteString("}\n")
}

// tsType gives the type that vert makes of a Go type: nil slices, maps and
// pointers cross as null.
func tsType(t *testing.T, e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		switch e.Name {
		case "string":
			return "string"
		case "int", "float64":
			return "number"
		case "bool":
			return "boolean"
		}
		if strings.ToUpper(e.Name[:1]) == e.Name[:1] {
			return e.Name
		}
	case *ast.ArrayType:
		return "readonly " + tsType(t, e.Elt) + "[] | null"
	case *ast.StarExpr:
		return tsType(t, e.X) + " | null"
	case *ast.MapType:
		return "Readonly<Record<string, " + tsType(t, e.Value) + ">> | null"
	}
	t.Errorf("vert cannot carry %T %v", e, e)
	return "never"
}
