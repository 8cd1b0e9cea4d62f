// Package protocol holds the structs that cross from Go to JavaScript. It holds data only and
// imports nothing: the packages of parser/view fill the structs in, the program in wasm/
// converts them, and the page reads them.
//
// Every field has its JavaScript name in the js tag. If a Go string has a closed set of values,
// the ts tag lists them. TestTypeScript generates web/src/worker/model.ts from these structs, so
// the two sides cannot drift apart.
//
// vert supports only plain strings, ints, floats, bools, structs, pointers and slices: no named
// types, no maps, no time.Time. Sizes and times are float64, the only number that JavaScript has.
package protocol
