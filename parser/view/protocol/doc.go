// Package protocol holds the structs that cross from Go to JavaScript. It holds data only and
// imports nothing: the packages of parser/view fill the structs in, the program in wasm/
// converts them, and the page reads them.
//
// Every field has its JavaScript name in the js tag. If a Go string has a closed set of values,
// the ts tag lists them, or values.go where there are many. TestTypeScript generates web/src/parser/model.ts from these structs, so
// the two sides cannot drift apart.
//
// What is not there crosses as null: a pointer is nil, be it to a struct or to a number. No other
// value stands for it, with two exceptions, where no null is needed: "" is a text that is not
// there, and 0 is a time that is not recorded, or a number that is never 0 otherwise, such as that
// of a line.
//
// Requests are decoded by vert, which supports only plain strings, ints, floats, bools, structs,
// pointers and slices. Replies are encoded by the program in wasm/ and can also hold maps from
// strings and the interface [Row], as well as columns of numbers. Neither supports time.Time. Sizes
// and times are float64, the only number that JavaScript has.
package protocol

// OrNull returns a pointer to a value, or nil, which crosses as null, if it is not there.
func OrNull[T any](value T, ok bool) *T {
	if !ok {
		return nil
	}
	return &value
}
