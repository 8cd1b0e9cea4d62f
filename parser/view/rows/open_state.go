package rows

import "strings"

// An openState holds which rows of a session that contain other rows are open: those of
// agents, runs and folds.
type openState struct {
	visible   *Visibility
	toggled   map[string]bool   // keys of rows whose state differs from the initial one
	closed    map[string]bool   // keys of rows that were open because of their content, and are closed
	chosen    map[string]string // the open attempt at each place, by the key of the attempts row
	folds     bool              // series and lines of background records are initially open
	all       bool              // everything is open, to be counted
	parts     bool              // series and copied records are initially open
	agents    bool              // agents and runs are initially open
	hasOpened bool              // the row of the selected agent was opened
	changes   int               // number of times that the state changed
}

func newOpenState(visible *Visibility) openState {
	return openState{visible: visible, toggled: map[string]bool{}, closed: map[string]bool{}, chosen: map[string]string{}}
}

// isOpen reports whether the rows inside the row with a key are shown.
func (o *openState) isOpen(key string) bool {
	if o.visible.isParent(key) {
		return !o.closed[key]
	}
	return o.all || o.toggled[key] != o.isInitiallyOpen(key)
}

// isInitiallyOpen reports whether the row with a key is open unless it is toggled.
func (o *openState) isInitiallyOpen(key string) bool {
	if !o.parts && !o.agents {
		return o.folds && isFold(key)
	}
	switch kind, _ := foldIn(key); kind {
	case seriesFold, copyFold:
		return o.parts
	case "":
		return o.agents
	}
	return o.folds && isFold(key)
}

// set opens or closes a row. It reports whether that changed anything.
func (o *openState) set(key string, open bool) bool {
	if o.isOpen(key) == open {
		return false
	}
	toggled := o.toggled
	if o.visible.isParent(key) {
		toggled = o.closed
	}
	if toggled[key] {
		delete(toggled, key)
	} else {
		toggled[key] = true
	}
	o.changes++
	return true
}

// setFolds opens or closes all series and lines of background records.
func (o *openState) setFolds(open bool) {
	for key := range o.toggled {
		if isFold(key) {
			delete(o.toggled, key)
		}
	}
	o.folds = open
	o.changes++
}

// lead opens the row of the selected agent when the agent is first selected.
func (o *openState) lead(key string) {
	if !o.hasOpened {
		o.toggled[key] = true
	}
}

// filterChanged opens the rows that a new filter keeps because of their content.
func (o *openState) filterChanged() {
	o.hasOpened = false
	clear(o.closed)
	o.changes++
}

// isFold reports whether a key is that of a series or of a line of background records.
func isFold(key string) bool {
	return strings.HasPrefix(key, string(seriesFold)) || strings.HasPrefix(key, string(backgroundFold))
}
