// Package fmt is the small package fmt of the shipped parser: the compiler
// finds it in place of the real one. The parser only wants its error texts
// from fmt; the real one brings much more to them than the parser can use:
// printing of any value, scanning, and with both os, io/fs, poll and time.
//
// It knows the functions and the formats that the parser and its modules use,
// with the output of the real fmt; a test in build/site finds all of them. A
// function that is missing here fails the build of the site. A format that is
// missing fails that test, and at run time shows itself and the value.
package fmt

import (
	"reflect"
	"strconv"
	"unicode/utf8"
)

// Stringer is a value that has a text.
type Stringer interface{ String() string }

// Sprintf formats the arguments.
func Sprintf(format string, args ...any) string {
	text, _ := sprintf(format, args, false)
	return text
}

// Errorf returns an error with the formatted text, which wraps the argument of
// %w if there is one.
func Errorf(format string, args ...any) error {
	text, wrapped := sprintf(format, args, true)
	if wrapped == nil {
		return &plainError{text}
	}
	return &wrapError{text, wrapped}
}

type plainError struct{ text string }

func (e *plainError) Error() string { return e.text }

type wrapError struct {
	text string
	err  error
}

func (e *wrapError) Error() string { return e.text }

func (e *wrapError) Unwrap() error { return e.err }

// sprintf returns the text and, if wrap says that %w is understood, the first
// argument of a %w.
func sprintf(format string, args []any, wrap bool) (_ string, wrapped error) {
	var text []byte
	next := 0
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			text = append(text, format[i])
			continue
		}
		start := i + 1
		for i++; i < len(format) && !isVerb(format[i]); i++ {
		}
		if i == len(format) {
			text = append(text, "%!(NOVERB)"...)
			break
		}
		verb := format[start : i+1] // with flags and width, if any
		if verb == "%" {
			text = append(text, '%')
			continue
		}
		if next == len(args) {
			text = append(text, "%!"+verb+"(MISSING)"...)
			continue
		}
		arg := args[next]
		next++
		if err, isError := arg.(error); verb == "w" && isError && wrap && wrapped == nil {
			wrapped, verb = err, "v"
		}
		text = appendValue(text, verb, arg)
	}
	for i, arg := range args[next:] {
		if i == 0 {
			text = append(text, "%!(EXTRA "...)
		} else {
			text = append(text, ", "...)
		}
		text = appendTyped(text, arg)
		if i == len(args[next:])-1 {
			text = append(text, ')')
		}
	}
	return string(text), wrapped
}

func isVerb(c byte) bool { return c == '%' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

func appendValue(text []byte, verb string, arg any) []byte {
	switch v := reflect.ValueOf(arg); verb {
	case "v", "+v":
		return appendPlain(text, arg)
	case "s":
		if s, ok := stringOf(arg); ok {
			return append(text, s...)
		}
	case "q":
		if s, ok := stringOf(arg); ok {
			return strconv.AppendQuote(text, s)
		}
	case "d":
		if v.CanInt() {
			return strconv.AppendInt(text, v.Int(), 10)
		}
		if v.CanUint() {
			return strconv.AppendUint(text, v.Uint(), 10)
		}
	case "c":
		if v.CanInt() {
			return utf8.AppendRune(text, rune(v.Int()))
		}
		if v.CanUint() {
			return utf8.AppendRune(text, rune(v.Uint()))
		}
	case "02X":
		if b, ok := arg.(byte); ok {
			const digits = "0123456789ABCDEF"
			return append(text, digits[b>>4], digits[b&15])
		}
	}
	text = append(text, "%!"+verb+"("...)
	return append(appendTyped(text, arg), ')')
}

// appendTyped appends the type and the value, as for a verb that is unknown or
// does not suit the value.
func appendTyped(text []byte, arg any) []byte {
	if arg != nil {
		text = append(text, reflect.TypeOf(arg).String()+"="...)
	}
	return appendPlain(text, arg)
}

// appendPlain appends the value as %v does. Of what has neither a text nor a
// simple kind it appends the type: the parser prints no such value.
func appendPlain(text []byte, arg any) []byte {
	if arg == nil {
		return append(text, "<nil>"...)
	}
	if s, ok := method(arg); ok {
		return append(text, s...)
	}
	switch v := reflect.ValueOf(arg); v.Kind() {
	case reflect.String:
		return append(text, v.String()...)
	case reflect.Bool:
		return strconv.AppendBool(text, v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.AppendInt(text, v.Int(), 10)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return strconv.AppendUint(text, v.Uint(), 10)
	case reflect.Float32, reflect.Float64:
		return strconv.AppendFloat(text, v.Float(), 'g', -1, v.Type().Bits())
	default:
		return append(text, "("+v.Type().String()+")"...)
	}
}

// stringOf returns the text of what is, or has, a text.
func stringOf(arg any) (string, bool) {
	if s, ok := method(arg); ok {
		return s, true
	}
	if b, ok := arg.([]byte); ok {
		return string(b), true
	}
	v := reflect.ValueOf(arg)
	return v.String(), v.Kind() == reflect.String
}

// method returns what the value's Error or String method says. A method that
// panics may not take down whoever merely wants to report something.
func method(arg any) (text string, ok bool) {
	name := "Error"
	defer func() {
		if r := recover(); r != nil {
			text = "%!v(PANIC=" + name + " method: " + Sprintf("%v", r) + ")"
			if v := reflect.ValueOf(arg); v.Kind() == reflect.Pointer && v.IsNil() {
				text = "<nil>"
			}
		}
	}()
	switch v := arg.(type) {
	case error:
		ok = true
		return v.Error(), true
	case Stringer:
		name, ok = "String", true
		return v.String(), true
	}
	return "", false
}
