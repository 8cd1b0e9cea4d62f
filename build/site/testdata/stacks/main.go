// Stacks makes the runtime read its table of functions in all the ways that a
// program depends on. It is run with the whole table and with the shipped one.
package main

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
)

type node struct {
	left, right *node
	word        string
}

// tree has pointers on the stack, in arguments and in results while it makes
// the collector run and the stack grow and move.
func tree(depth int, word string) *node {
	if depth == 0 {
		return &node{word: strings.ToUpper(word)}
	}
	if depth%7 == 0 {
		runtime.GC()
	}
	here := [3]*node{{word: word}, tree(depth-1, word+"l")}
	here[0].left, here[0].right = here[1], tree(depth/2, word+"r")
	return here[0]
}

func (n *node) size() int {
	if n == nil {
		return 0
	}
	return len(n.word) + n.left.size() + n.right.size()
}

func deep(n int, sum *int) int {
	var pad [64]int
	pad[n%64] = n
	*sum++
	if n == 0 {
		return *sum
	}
	return deep(n-1, sum) + pad[(n+1)%64]
}

type saver struct{ said *[]string }

func (s saver) save() {
	if r := recover(); r != nil {
		*s.said = append(*s.said, fmt.Sprint(r))
	}
}

type saves interface{ save() }

// Each defers recover in another way: some through wrappers, which the runtime
// tells from what was inlined into them.
func fails(said *[]string) {
	for i, f := range []func(){
		func() { defer saver{said}.save(); panic("method") },
		func() { defer saves(saver{said}).save(); panic("interface") },
		func() { defer (&saver{said}).save(); panic("pointer") },
		func() { defer func() { saver{said}.save() }(); defer saver{said}.save(); panic(errors.New("nested")) },
		func() { defer saver{said}.save(); var m map[string]int; m["a"] = len(*said) },
		func() { defer saver{said}.save(); var n *node; n.word = "a" },
		func() { defer saver{said}.save(); _ = (*said)[len(*said):][5] },
		func() { defer saver{said}.save(); _ = any(said).(saves) },
	} {
		for range i % 3 {
			defer saver{said}.save()
		}
		f()
	}
}

func main() {
	fmt.Println(tree(30, "t").size())
	sum := 0
	fmt.Println(deep(3000, &sum))
	done := make(chan int)
	for i := range 9 {
		go func() { n := 0; done <- deep(300*i, &n) }()
	}
	total := 0
	for range 9 {
		total += <-done
	}
	fmt.Println(total)
	var said []string
	fails(&said)
	fmt.Println(strings.Join(said, "; "))
	panic("last word")
}
