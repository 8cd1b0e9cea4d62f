//go:build js && wasm

package main

import (
	"encoding/binary"
	"math"
	"syscall/js"

	"unspool/parser/view"
)

// columns makes an object of Float64Arrays.
func columns(lists map[string][]float64) js.Value {
	o := js.Global().Get("Object").New()
	for name, list := range lists {
		bytes := make([]byte, 8*len(list))
		for i, x := range list {
			binary.LittleEndian.PutUint64(bytes[8*i:], math.Float64bits(x))
		}
		column := js.Global().Get("Float64Array").New(len(list))
		js.CopyBytesToJS(js.Global().Get("Uint8Array").New(column.Get("buffer")), bytes)
		o.Set(name, column)
	}
	return o
}

// sorting reads the order of a table, and which stretch of it is asked for.
func sorting(given []js.Value) (by view.Sorting, from, count int) {
	return view.Sorting{Column: given[0].String(), Down: given[1].Bool()}, given[2].Int(), given[3].Int()
}
