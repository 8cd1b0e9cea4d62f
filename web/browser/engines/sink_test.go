package engines

import (
	"slices"
	"testing"
)

// Requests of a page to other hosts do not leave the machine, and fail the test.
func TestSink(t *testing.T) {
	t.Parallel()
	inEach(t, func(t *testing.T, p *Page, _ string) {
		p.Allow("q1x2z.hostile.example")
		p.Allow("q3x4z.hostile.example")
		p.Open(articleWith(t, "", ""))
		p.Do(`for (const url of ["http://q1x2z.hostile.example/a.png", "https://q3x4z.hostile.example/b.png"])
			await new Promise((done) => Object.assign(new Image(), { onload: done, onerror: done, src: url }))`)
		hosts, _ := p.sink.Since(p.asked)
		for _, host := range []string{"q1x2z.hostile.example", "q3x4z.hostile.example:443"} {
			if !slices.Contains(hosts, host) {
				t.Errorf("%s is not among the hosts %q", host, hosts)
			}
		}
	})
}
