//go:build js && wasm

// Command wasm is the parser's interface to JavaScript.
//
// It is run in a worker (or on the page) by Go's own wasm_exec.js. The host first sets
// globalThis.unspoolHost to an object. The program removes it, passes its functions to the
// host's ready function, and answers calls from then on. web/src/worker/protocol.ts
// describes both sides (WasmHost, WasmApi).
//
// Options and small structs are converted by vert, lists as JSON, and bytes by copying.
// Every function recovers: a panic becomes an Error that it returns, and the instance stays
// usable.
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
