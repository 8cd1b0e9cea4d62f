package browser

import (
	"context"
	"strings"
	"testing"
)

// In a private network, a frame of a page that is not in that network requests nothing but its own
// host: any request to another one fails the test.
func TestFrameInPrivateNetwork(t *testing.T) {
	t.Parallel()
	b, err := Start(context.Background(), Options{Flags: map[string]any{
		"host-resolver-rules": "MAP blog.example 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	viewer := siteHost(t)
	page := article(talk, `<iframe id="a" src="`+viewer.URL+`embed.html#v=1&src=https://192.168.1.1/a.jsonl"></iframe>
		<iframe id="b" src="`+viewer.URL+`embed.html#v=1&src=sample/files.json"></iframe>`)
	blog := newHost(t, docs(map[string]Doc{"/": page}))
	blog.URL = strings.Replace(blog.URL, "127.0.0.1", "blog.example", 1)
	p := b.Page(t)
	p.MayAsk(viewer.URL)
	p.Open(blog.URL)
	p.WaitFor(`of("error", "a").length > 0 && of("ready", "b").length > 0`, 0)
	wants(t, Eval[string](p.Frame("192.168"), `$text()`), "in a private network", "192.168.1.1")
	for _, url := range []string{"https://fritz.box/", "https://example.com/a.jsonl", "https://[::1]/", "sample/files.json https://192.168.1.1/"} {
		if got := Eval[string](p, `ask({ type: "load", url: "`+url+`" }).then((one) => one.code)`); got != "address" {
			t.Errorf("%s: %s", url, got)
		}
	}
}
