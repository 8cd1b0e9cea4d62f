package main

import "fmt"

// A plan is the extent of the measurements.
type plan struct {
	rounds      int
	largeRounds int   // for files of at least large MB
	sizes       []int // MB of the files that are opened
	folder      folderPlan
	many        folderPlan // of the shortest sessions
	searched    int        // MB
	viewed      int        // MB
	shared      int        // MB
	turns       int        // of the session that is scrolled, three rows each
	crowded     int        // turns of the session with a timeline, eight entries each
	part        float64    // share of the scroll actions, and so on
	networks    []network
	traced      bool // the code is readable, so that functions have their names
}

// A folderPlan describes a folder of sessions.
type folderPlan struct {
	sessions int
	size     int // of each session in bytes, as in testgen.Plan
	rounds   int // at most
}

// large is the size in MB from which on there are fewer rounds.
const large = 1000

// fullPlan takes half an hour on two cores.
func fullPlan() plan {
	return plan{
		rounds: 5, largeRounds: 3, sizes: []int{1, 10, 100, 1000, 2000}, folder: folderPlan{1000, 200_000, 5},
		many:     folderPlan{50_000, 0, 1},
		searched: 100, viewed: 100, shared: 100, turns: 34_000, crowded: 12_600, part: 1, networks: networks(),
	}
}

// quickPlan is for everyday use.
func quickPlan() plan {
	p := fullPlan()
	p.rounds, p.sizes, p.networks = 3, []int{1, 10, 100}, networks()[:1]
	p.folder, p.many = folderPlan{200, 200_000, 5}, folderPlan{4000, 0, 3}
	return p
}

func (p plan) says() string {
	parts := fmt.Sprintf("%d rounds", p.rounds)
	if p.roundsOf(p.sizes[len(p.sizes)-1]) != p.rounds {
		parts += fmt.Sprintf(", of %d for files of %s MB and more", p.largeRounds, grouped(large))
	}
	return parts
}

func (p plan) roundsOf(mb int) int {
	if mb >= large {
		return p.largeRounds
	}
	return p.rounds
}

// A scene is a group of measurements made together.
type scene struct {
	name    string
	measure func() ([]Figure, error)
}

func (s *stage) scenes() []scene {
	all := []scene{{"sizes", s.sizes}, {"visit", s.firstVisits}}
	var grown growth
	for _, mb := range s.plan.sizes {
		all = append(all, scene{fmt.Sprintf("open %s MB", grouped(mb)), func() ([]Figure, error) { return s.open(mb, &grown) }})
	}
	return append(all,
		scene{"open, growth", func() ([]Figure, error) { return grown.figures(), nil }},
		scene{"folder", func() ([]Figure, error) { return s.folder(s.plan.folder) }},
		scene{"many files", func() ([]Figure, error) { return s.folder(s.plan.many) }},
		scene{"search", s.search}, scene{"scroll", s.scroll},
		scene{"timeline", s.timeline}, scene{"views", s.views}, scene{"share", s.share},
	)
}
