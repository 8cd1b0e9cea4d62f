package search_test

import (
	"fmt"
	"log"

	"unspool/parser/search"
)

func Example() {
	f, err := search.NewFinder("login   PAGE", true, search.Options{})
	if err != nil {
		log.Fatal(err)
	}
	line := `{"type":"user","uuid":"u1","message":{"role":"user","content":"Fix the\n\tLogin page, please"}}`
	f.Each([]byte(line), func(p search.Place) {
		before, words, after := p.Around()
		fmt.Printf("%s[%s]%s\n", before, words, after)
	})
	// Output: Fix the [Login page], please
}
