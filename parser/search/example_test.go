package search_test

import (
	"fmt"
	"log"

	"unspool/parser/search"
)

func Example() {
	q, err := search.New("login   PAGE")
	if err != nil {
		log.Fatal(err)
	}
	line := `{"type":"user","uuid":"u1","message":{"role":"user","content":"Fix the\n\tLogin page, please"}}`
	if words, found := q.In([]byte(line)); found {
		fmt.Println(words)
	}
	// Output: Fix the Login page, please
}
