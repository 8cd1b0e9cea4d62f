//go:build js && wasm

// Command wasm is the parser's face to JavaScript.
//
// It is run in a worker (or on the page) by Go's own wasm_exec.js. Before, the
// host puts an object at globalThis.unspoolHost; the program takes it away,
// hands its functions to the host's ready, and answers calls from then on.
// web/src/worker/protocol.ts describes both sides (WasmHost, WasmApi).
//
// Options and small structs cross by vert, lists as JSON, bytes by copying. Every function
// recovers: a panic becomes an Error that it gives back, and the instance lives on.
package main

import "syscall/js"

func main() {
	global := js.Global()
	host := global.Get("unspoolHost")
	global.Delete("unspoolHost")
	if host.IsUndefined() {
		println("unspool: there is no unspoolHost to answer to")
		return
	}
	api := newAPI(host.Get("read"))
	host.Call("ready", api.object())
	api.warmUp()
	select {}
}
