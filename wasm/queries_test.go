//go:build js && wasm

package main

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"syscall/js"
	"testing"

	"unspool/parser/view/protocol"
)

// An object is a JavaScript object.
type object = map[string]any

// ask makes a query about session 0 with these other members.
func (h *host) ask(name string, members object) js.Value {
	request := object{"session": 0}
	for member, value := range members {
		request[member] = value
	}
	return h.api.Call("query", name, request)
}

// TestQueries checks that each query of package protocol is answered, with the types that it is
// listed with.
func TestQueries(t *testing.T) {
	h := newHost(t)
	h.load(t, "../testdata/2.1.219", 64<<10)
	key := h.inner.viewer.Rows(0, 1, 1).Rows[0].Base().Key
	answered := map[string]query{}
	for _, q := range newQueries() {
		answered[q.name] = q
	}
	checkQueries(t, protocol.Queries(), answered, func(q protocol.Query) js.Value { return js.ValueOf(requestOf(q, key)) })
	for _, want := range protocol.Queries() {
		request := reflect.New(reflect.TypeOf(want.Request))
		if err := decode(js.ValueOf(requestOf(want, key)), request.Elem(), new([]byte)); err != nil {
			continue
		}
		reply, err := answered[want.Name].answer(h.inner.viewer, request.Interface())
		if err != nil || reflect.TypeOf(reply) != reflect.TypeOf(want.Reply) {
			t.Errorf("%s is answered by a %T, want a %T; %v", want.Name, reply, want.Reply, err)
		}
	}
}

// checkQueries compares queries with how they are listed, and decodes a request for each.
func checkQueries(t *testing.T, listed []protocol.Query, answered map[string]query, request func(protocol.Query) js.Value) {
	t.Helper()
	if len(listed) != len(answered) {
		t.Errorf("%d queries are listed, %d are answered", len(listed), len(answered))
	}
	for _, want := range listed {
		q := answered[want.Name]
		if q.request != reflect.TypeOf(want.Request) {
			t.Errorf("%s takes a %v, want a %T", want.Name, q.request, want.Request)
			continue
		}
		members := request(want)
		members.Set("session", 0)
		if err := decode(members, reflect.New(q.request).Elem(), new([]byte)); err != nil {
			t.Errorf("%s: %v", want.Name, err)
		}
	}
}

// requestOf returns a request that a query answers, as JavaScript sees it.
func requestOf(q protocol.Query, key string) object {
	known := object{"key": key, "address": key, "name": "text", "text": "the"}
	request, t := object{}, reflect.TypeOf(q.Request)
	for i := range t.NumField() {
		name := t.Field(i).Tag.Get("js")
		if request[name] = reflect.Zero(t.Field(i).Type).Interface(); known[name] != nil {
			request[name] = known[name]
		}
	}
	return request
}

// TestQueriesWithExtremeValues checks that a request with any values is answered or returns an
// error of its own, and that nothing out of range is read.
func TestQueriesWithExtremeValues(t *testing.T) {
	h := newHost(t)
	h.load(t, "../testdata/2.1.219", 64<<10)
	key := h.inner.viewer.Rows(0, 1, 1).Rows[0].Base().Key
	numbers := []any{-1, 0, 1, 1e9, -1e300, 1e300, 0.5, math.Inf(1), math.NaN(), math.MinInt64, math.MaxInt64}
	extreme := map[reflect.Kind][]any{
		reflect.Int: numbers, reflect.Float64: numbers, reflect.Bool: {true},
		reflect.String: {"", "x", "@", "@0:", "#", "@0:-1#9", "output", "cost", key, strings.Repeat("x", 5000)},
	}
	for _, q := range protocol.Queries() {
		request := func() object { return requestOf(q, key) }
		ask := func(request object) js.Value {
			answer := h.api.Call("query", q.Name, request)
			if text := errorText(answer); strings.Contains(text, "runtime error") || strings.Contains(text, "reflect") {
				t.Errorf("%s %v: %s", q.Name, request, text)
			}
			return answer
		}
		if text := errorText(ask(request())); text != "" {
			t.Errorf("%s is not answered: %s", q.Name, text)
		}
		members := reflect.TypeOf(q.Request)
		for i := range members.NumField() {
			for _, value := range extreme[members.Field(i).Type.Kind()] {
				one, all := request(), request()
				for j := range members.NumField() {
					if values := extreme[members.Field(j).Type.Kind()]; j == i || members.Field(j).Type == members.Field(i).Type {
						all[members.Field(j).Tag.Get("js")] = value
					} else if j > 0 {
						all[members.Field(j).Tag.Get("js")] = values[len(values)-1]
					}
				}
				one[members.Field(i).Tag.Get("js")] = value
				ask(one)
				ask(all)
				all["session"] = 0
				ask(all)
			}
		}
	}
}

// errorText returns the message of an Error, or "" for anything else.
func errorText(v js.Value) string {
	if !v.InstanceOf(js.Global().Get("Error")) {
		return ""
	}
	return v.Get("message").String()
}

// TestNoSession checks that a query about a session that does not exist is an error with a name of
// its own.
func TestNoSession(t *testing.T) {
	h := newHost(t)
	check := func(name string, answer js.Value) {
		if errorText(answer) != errNoSession.Error() || answer.Get("name").String() != "NoSessionError" {
			t.Errorf("%s of no session is %q", name, errorText(answer))
		}
	}
	for _, number := range []int{-1, 0, 1} { // none before a file is read, and then the first only
		for _, q := range protocol.Queries() {
			request := requestOf(q, "")
			request["session"] = number
			if number != 0 || len(h.inner.store.Files) == 0 {
				check(q.Name, h.api.Call("query", q.Name, request))
			}
		}
		check("files", h.api.Call("files", -1))
		if number == 0 {
			h.load(t, "../testdata/2.0.37", 1000)
		}
	}
}

// TestWrongRequests checks that a request of the wrong type is an error that names the query and
// the member.
func TestWrongRequests(t *testing.T) {
	h := newHost(t)
	h.load(t, "../testdata/2.0.37", 1000)
	for _, q := range protocol.Queries() {
		members := reflect.TypeOf(q.Request)
		for i := range members.NumField() {
			name := members.Field(i).Tag.Get("js")
			want := fmt.Sprintf("%s: %s", q.Name, name)
			for _, wrong := range []any{js.Undefined(), nil, object{}, []any{1}, 3, "3", true, js.Global().Get("Symbol").Invoke("3")} {
				request := requestOf(q, "")
				if reflect.TypeOf(request[name]).Kind() == reflect.Float64 {
					request[name] = 0
				}
				if js.ValueOf(wrong).Type() == js.ValueOf(request[name]).Type() {
					continue
				}
				request[name] = wrong
				if text := errorText(h.api.Call("query", q.Name, request)); !strings.HasPrefix(text, want) {
					t.Errorf("%s with a %s of %v: %q, want %q", q.Name, name, wrong, text, want)
				}
			}
		}
		for _, wrong := range []any{nil, js.Undefined(), 1, "x"} {
			if text := errorText(h.api.Call("query", q.Name, wrong)); text != q.Name+": the request is not an object" {
				t.Errorf("%s of %v: %q", q.Name, wrong, text)
			}
		}
	}
	if text := errorText(h.api.Call("query", "no", object{})); text != `there is no query "no"` {
		t.Errorf("no query: %q", text)
	}
	if text := errorText(h.api.Call("query")); text == "" {
		t.Error("no arguments are answered")
	}
	if h.ask("rows", object{"from": 0, "count": 9}).Get("rows").Length() == 0 {
		t.Error("no rows after wrong requests")
	}
}
