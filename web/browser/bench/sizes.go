package main

import "unspool/build/site"

// sizes weighs what a first visit downloads, compressed. The build holds budgets of
// its own (build/site/sizes.go); these are the goals.
func (s *stage) sizes() ([]Figure, error) {
	sum := map[site.Kind]int{}
	for _, file := range s.built.Sizes {
		sum[file.Kind] += file.Gzip
	}
	weigh := func(name string, kind site.Kind, most float64) Figure {
		return figure("first visit, gzip: "+name, "kB", []float64{float64(sum[kind]) / 1000}).atMost(most)
	}
	return []Figure{
		weigh("code and styles at once", site.Eager, 60+8),
		weigh("code later", site.Lazy, 90),
		weigh("parser", site.Wasm, 850*1.024),
	}, nil
}
