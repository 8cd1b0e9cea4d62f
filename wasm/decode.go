//go:build js && wasm

package main

import (
	"errors"
	"fmt"
	"reflect"
	"syscall/js"

	"github.com/norunners/vert"
)

var errNoObject = errors.New("the request is not an object")

// decode sets a request from the members of an object, by the js tags of its fields. vert
// would leave out what is missing and would not name what is wrong, so it decodes member by
// member.
func decode(object js.Value, request reflect.Value) error {
	if object.Type() != js.TypeObject {
		return errNoObject
	}
	for i := range request.NumField() {
		name := request.Type().Field(i).Tag.Get("js")
		member := object.Get(name)
		if member.IsUndefined() || member.IsNull() {
			return fmt.Errorf("%s is missing", name)
		}
		if err := vert.ValueOf(member).AssignTo(request.Field(i).Addr().Interface()); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}
