package browser

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/google/go-cmp/cmp"
)

// accessible returns the names of all elements with a role that Chromium gives to assistive
// technology.
func accessible(p *Page, role string) []string {
	p.r.Helper()
	document, err := call(p, dom.GetDocument, dom.GetDocumentParams{})
	if err != nil {
		p.r.Fatalf("the document: %v", err)
	}
	tree, err := call(p, accessibility.QueryAXTree, accessibility.QueryAXTreeParams{NodeID: document.Root.NodeID, Role: role})
	if err != nil {
		p.r.Fatalf("the accessibility tree: %v", err)
	}
	names := []string{}
	for _, node := range tree.Nodes {
		var name string
		if node.Ignored || node.Name != nil && json.Unmarshal(node.Name.Value, &name) != nil {
			continue
		}
		names = append(names, compact(name))
	}
	slices.Sort(names)
	return names
}

// found returns the names that $$role finds for a role.
func found(p *Page, role string) []string {
	p.r.Helper()
	names := Eval[[]string](p, fmt.Sprintf("$$role(%[1]q).map((e) => $name(e, %[1]q))", role))
	for i := range names {
		names[i] = compact(names[i])
	}
	slices.Sort(names)
	return names
}

// compact removes spaces, which Chromium does not put between all adjacent boxes.
func compact(name string) string { return strings.Join(strings.Fields(name), "") }

// Tests find elements by the roles and names that Chromium computes, too.
func TestRoles(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	if _, err := call(p, accessibility.Enable, cdp.Empty{}); err != nil {
		t.Fatal(err)
	}
	same := func(view string, roles ...string) {
		t.Helper()
		for _, role := range roles {
			diff := cmp.Diff(accessible(p, role), found(p, role))
			for tries := 0; diff != "" && tries < 10; tries++ { // content may have arrived between the two
				letHappen(300 * time.Millisecond)
				diff = cmp.Diff(accessible(p, role), found(p, role))
			}
			if diff != "" {
				t.Errorf("%s: %s (-Chromium +$$role):\n%s", view, role, diff)
			}
		}
	}
	p.Size(1400, 900)
	p.WaitFor(`$role("button", "Choose files") !== null`, 0)
	same("landing", "button", "heading", "link", "main")
	p.Read(sampleDir)
	ready(p)
	settled(p)
	same("conversation", "button", "heading", "link", "article", "feed", "list", "listbox", "navigation", "region", "searchbox", "tree")
	p.ClickRole("button", "Usage")
	p.WaitFor(`$role("table", "Models") !== null`, 0)
	same("usage", "button", "columnheader", "heading", "region", "rowheader", "table")
	p.ClickRole("button", "Files")
	p.WaitFor(`$role("option", /table.go/) !== null`, 0)
	same("files", "button", "combobox", "listbox", "region", "searchbox")
	fromMenu(p, "Search commands, prompts, agents and files")
	p.WaitFor(`$role("listbox", "Results") !== null`, 0)
	same("palette", "dialog")
}
