package protocol_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/transcript"
	"unspool/parser/view/protocol"
	"unspool/parser/view/tool"
)

var update = flag.Bool("update", false, "write golden files instead of comparing")

const (
	modelTS      = "../../../web/src/parser/model.ts"
	diagnosticGo = "../../transcript/diagnostic.go"
)

// typedArrays are the types of columns by the types of their elements.
var typedArrays = map[string]string{"float64": "Float64Array", "uint32": "Uint32Array", "uint8": "Uint8Array"}

// TestTypeScript generates the TypeScript types of the boundary from the Go structs, with the
// kinds of tools from their registry and codes from their constants, and compares them with the
// file that the page is compiled with.
func TestTypeScript(t *testing.T) {
	var out bytes.Buffer
	out.WriteString("// Code generated from parser/view/protocol by `go test ./parser/view/protocol -update`; DO NOT EDIT.\n")
	writeUnion(&out, "A ToolKind is a kind of tools that are shown in the same way.", "ToolKind", tool.KindIDs())
	writeUnion(&out, "A ToolFamily is what the calls of a series have in common.", "ToolFamily", tool.Families())
	writeUnion(&out, "An EventKind is what sends an event: something other than the user that starts Claude.", "EventKind",
		transcript.EventKinds())
	writeUnion(&out, "A DiagnosticCode identifies a kind of irregularity in a file.", "DiagnosticCode",
		constants(t, diagnosticGo, "DiagnosticCode"))
	writeUnion(&out, "A Damage is why bytes are not a record.", "Damage", constants(t, diagnosticGo, "Damage"))
	writeUnion(&out, "A FilterErrorCode identifies what is wrong with the text of a filter.", "FilterErrorCode",
		constants(t, "../filter/parse.go", "Code"))
	writeUnion(&out, "A MatchErrorCode identifies what is wrong with the query of a search.", "MatchErrorCode",
		constants(t, "../find/error.go", "Code"))
	writeUnion(&out, "A PriceErrorCode identifies what is wrong with a price table.", "PriceErrorCode",
		constants(t, "../../price/error.go", "Code"))
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
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
			switch shape := spec.Type.(type) {
			case *ast.Ident:
				doc := strings.Join(strings.Fields(gen.Doc.Text()), " ")
				writeUnion(&out, doc, spec.Name.Name, constants(t, name, spec.Name.Name))
			case *ast.InterfaceType:
				writeRows(&out, gen.Doc.Text())
			case *ast.StructType:
				if spec.Name.Name != "Query" {
					writeInterface(t, &out, gen.Doc.Text(), spec.Name.Name, shape)
				}
			}
		}
	}
	writeQueries(t, &out)
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

// TestDiagnosticTexts checks that every code has a text in Go: the compiler checks those in
// TypeScript.
func TestDiagnosticTexts(t *testing.T) {
	for _, code := range constants(t, diagnosticGo, "DiagnosticCode") {
		d := transcript.Diagnostic{Code: transcript.DiagnosticCode(code)}
		if text := d.Text(); text == "" || text == code {
			t.Errorf("%s has the text %q", code, text)
		}
	}
}

func writeUnion(out *bytes.Buffer, doc, name string, words []string) {
	fmt.Fprintf(out, "\n/** %s */\nexport type %s = \"%s\";\n", doc, name, strings.Join(words, `" | "`))
}

// constants returns the values of the string constants of a type that a file declares.
func constants(t *testing.T, path, typeName string) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var values []string
	for _, decl := range file.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.CONST {
			continue
		}
		for _, spec := range gen.Specs {
			spec := spec.(*ast.ValueSpec)
			if name, ok := spec.Type.(*ast.Ident); !ok || name.Name != typeName {
				continue
			}
			value, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			values = append(values, value)
		}
	}
	if len(values) == 0 {
		t.Errorf("%s declares no constants of type %s", path, typeName)
	}
	return values
}

func writeInterface(t *testing.T, out *bytes.Buffer, doc, name string, st *ast.StructType) {
	var fields []*ast.Field
	extends := ""
	for _, f := range st.Fields.List {
		if f.Names != nil {
			fields = append(fields, f)
			continue
		}
		if extends += ", "; extends == ", " {
			extends = " extends "
		}
		extends += f.Type.(*ast.Ident).Name
	}
	fmt.Fprintf(out, "\n/** %s */\nexport interface %s%s {\n", strings.Join(strings.Fields(doc), " "), name, extends)
	kind, isRow := kindOf(name)
	if strings.HasPrefix(extends, " extends RowBase") != isRow {
		t.Errorf("a %s is a row, but Rows does not return one", name)
	}
	if isRow {
		fmt.Fprintf(out, "  readonly kind: %q;\n", kind)
	}
	for _, f := range fields {
		tag := reflect.StructTag(strings.Trim(f.Tag.Value, "`"))
		key := tag.Get("js")
		if key == "" {
			t.Errorf("%s.%s has no js tag and so no name in JavaScript", name, f.Names[0])
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

// writeRows writes the union of the kinds of rows.
func writeRows(out *bytes.Buffer, doc string) {
	fmt.Fprintf(out, "\n/** %s */\nexport type Row =\n", strings.Join(strings.Fields(doc), " "))
	for i, row := range protocol.Rows() {
		end := "\n"
		if i == len(protocol.Rows())-1 {
			end = ";\n"
		}
		fmt.Fprintf(out, "  | %s%s", reflect.TypeOf(row).Elem().Name(), end)
	}
}

// kindOf returns the kind of the rows of a type. The second result is false for other types.
func kindOf(name string) (string, bool) {
	for _, row := range protocol.Rows() {
		if reflect.TypeOf(row).Elem().Name() == name {
			return row.Kind(), true
		}
	}
	return "", false
}

// writeQueries writes the type that has the types of the request and the reply of each query.
func writeQueries(t *testing.T, out *bytes.Buffer) {
	out.WriteString("\n/** The queries by name. Those of exports, at the end, are answered by the larger parser only. */\nexport interface Queries {\n")
	queries := protocol.Queries()
	for i, q := range append(queries, protocol.ExportQueries()...) {
		request := reflect.TypeOf(q.Request)
		// A scan needs no session.
		if first := request.Field(0); i < len(queries) && (first.Name != "Session" || first.Type.Kind() != reflect.Int) {
			t.Errorf("a %s does not begin with its session", request)
		}
		fmt.Fprintf(out, "  readonly %s: { readonly request: %s; readonly reply: %s };\n",
			q.Name, request.Name(), replyType(reflect.TypeOf(q.Reply)))
	}
	out.WriteString("}\n")
}

// replyType returns the TypeScript type of a reply: a nil pointer crosses as null, a nil
// slice as an empty list.
func replyType(reply reflect.Type) string {
	if reply == nil {
		return "null"
	}
	switch reply.Kind() {
	case reflect.Pointer:
		return replyType(reply.Elem()) + " | null"
	case reflect.Slice:
		return "readonly " + replyType(reply.Elem()) + "[]"
	case reflect.Int:
		return "number"
	}
	return reply.Name()
}

// tsType returns the TypeScript type of a member: nil slices, maps and pointers cross as
// null, and columns as typed arrays.
func tsType(t *testing.T, e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		switch e.Name {
		case "string":
			return "string"
		case "int", "uint16", "float64":
			return "number"
		case "bool":
			return "boolean"
		}
		if e.Name == "Row" { // a nil interface crosses as null, but a list of rows has none
			return "Row | null"
		}
		if strings.ToUpper(e.Name[:1]) == e.Name[:1] {
			return e.Name
		}
	case *ast.ArrayType:
		if elem, ok := e.Elt.(*ast.Ident); ok && typedArrays[elem.Name] != "" {
			return typedArrays[elem.Name]
		}
		return "readonly " + strings.TrimSuffix(tsType(t, e.Elt), " | null") + "[] | null"
	case *ast.StarExpr:
		return tsType(t, e.X) + " | null"
	case *ast.MapType:
		return "Readonly<Record<string, " + tsType(t, e.Value) + ">> | null"
	}
	t.Errorf("no TypeScript type for %T %v", e, e)
	return "never"
}
