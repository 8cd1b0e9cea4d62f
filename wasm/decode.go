//go:build js && wasm

package main

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"syscall/js"

	"github.com/norunners/vert"
)

var (
	errNoObject = errors.New("the request is not an object")
	errNoBytes  = errors.New("it is not a Uint8Array")
)

// decode sets a request from the members of an object, by the js tags of its fields. vert
// would leave out what is missing and would not name what is wrong, so it decodes member by
// member. Bytes are copied into a buffer, which is reused: they are valid until the next call.
func decode(object js.Value, request reflect.Value, buffer *[]byte) error {
	if object.Type() != js.TypeObject {
		return errNoObject
	}
	for i := range request.NumField() {
		name := request.Type().Field(i).Tag.Get("js")
		member := object.Get(name)
		if member.IsUndefined() || member.IsNull() {
			return fmt.Errorf("%s is missing", name)
		}
		if request.Field(i).Type() == reflect.TypeFor[[]byte]() {
			if !member.InstanceOf(js.Global().Get("Uint8Array")) {
				return fmt.Errorf("%s: %w", name, errNoBytes)
			}
			copyBytes(buffer, member)
			request.Field(i).SetBytes(*buffer)
			continue
		}
		if err := vert.ValueOf(member).AssignTo(request.Field(i).Addr().Interface()); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// copyBytes copies a Uint8Array into a buffer.
func copyBytes(buffer *[]byte, array js.Value) {
	n := array.Get("byteLength").Int()
	*buffer = slices.Grow((*buffer)[:0], n)[:n]
	js.CopyBytesToGo(*buffer, array)
}
