package main

import "unspool/build/site"

// sizes returns the compressed sizes of what a first visit downloads, with the build's
// budgets.
func (s *stage) sizes() ([]Figure, error) {
	sum := map[site.Kind]int{}
	for _, file := range s.built.Sizes {
		sum[file.Kind] += file.Gzip
	}
	budgets := site.Budgets()
	var figures []Figure
	for _, part := range []struct {
		name string
		kind site.Kind
	}{{"code and styles at once", site.App}, {"panes", site.Panes}, {"parser", site.Wasm}} {
		size := figure("first visit, gzip: "+part.name, "kB", []float64{float64(sum[part.kind]) / 1000})
		figures = append(figures, size.atMost(float64(budgets[part.kind])/1000))
	}
	return figures, nil
}
