package usage

import (
	"io"
	"reflect"
	"slices"
	"testing"

	"unspool/parser"
)

// elsewhere names the facts that a summary has in fields of its own.
var elsewhere = []string{"Title", "Models", "Compactions"}

// TestFactsCross checks that each fact of a session crosses to the page, and that each field that
// the page gets comes from one.
func TestFactsCross(t *testing.T) {
	f := parser.NewStore().Open("s.jsonl", -1)
	io.WriteString(f, `{"type":"user","uuid":"u","message":{"role":"user","content":"x"}}`)
	f.Close()
	var all parser.Facts
	none := factsOf(f, all)
	for i := range reflect.TypeFor[parser.Facts]().NumField() {
		var one parser.Facts
		name := reflect.TypeFor[parser.Facts]().Field(i).Name
		fill(t, reflect.ValueOf(&one).Elem().Field(i))
		fill(t, reflect.ValueOf(&all).Elem().Field(i))
		if lost := reflect.DeepEqual(factsOf(f, one), none); lost != slices.Contains(elsewhere, name) {
			t.Errorf("transcript.Facts.%s is lost: %t", name, lost)
		}
	}
	got := reflect.ValueOf(factsOf(f, all))
	for i := range got.NumField() {
		if v := got.Field(i); v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0 {
			t.Errorf("protocol.Facts.%s is not set", got.Type().Field(i).Name)
		}
	}
}

// fill sets a value, and all values in it, to something other than zero. Indexes of records stay 0.
func fill(t *testing.T, v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString("x")
	case reflect.Int, reflect.Int64:
		v.SetInt(7)
	case reflect.Float64:
		v.SetFloat(7)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int32:
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(t, v.Index(0))
	case reflect.Struct:
		for i := range v.NumField() {
			fill(t, v.Field(i))
		}
	default:
		t.Errorf("a fact of type %s: fill it here", v.Type())
	}
}
