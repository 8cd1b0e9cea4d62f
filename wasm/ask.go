//go:build js && wasm

package main

import (
	"fmt"
	"syscall/js"

	"github.com/norunners/vert"
)

// A question is asked about a session, with what is given along. Questions in
// web/src/worker/protocol.ts describes what each is given and answers.
type question func(session int, given []js.Value) (any, error)

func (a *api) questions() map[string]question {
	return map[string]question{
		"diagnostics": func(session int, _ []js.Value) (any, error) {
			return vert.ValueOf(a.viewer.Diagnostics(session)).JSValue(), nil
		},
	}
}

// ask answers a question by its name.
func (a *api) ask(args []js.Value) (any, error) {
	name := args[0].String()
	answer, ok := a.asked[name]
	if !ok {
		return nil, fmt.Errorf("there is no question %q", name)
	}
	return answer(args[1].Int(), args[2:])
}
