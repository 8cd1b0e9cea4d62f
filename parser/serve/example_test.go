package serve_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing/fstest"

	"unspool/parser/serve"
)

// Serve the sample session with a viewer.
func Example() {
	viewer, err := serve.Viewer(fstest.MapFS{"index.html": {}, "_headers": {Data: []byte("/index.html\n  Cache-Control: no-cache\n")}})
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := serve.New(serve.Options{Viewer: viewer, Paths: []string{"../../testdata/sample"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	address, _, _ := strings.Cut(s.URL("127.0.0.1:8677"), "#")
	for _, file := range []string{"", "local/served.json", "local/files/.ssh/id_rsa"} {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest("GET", address+file, nil))
		fmt.Println(w.Code)
	}
	// Output:
	// 200
	// 200
	// 404
}
