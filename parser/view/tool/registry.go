// Package tool decodes the calls of tools and shows them: as one line, and as a body.
//
// What differs between tools is in their [Kind]: which tools it covers, under all names that
// they have had; what its calls are about; what their results say; how both are shown. There
// is one file for each kind, or for a few that share their form, and one list of all kinds.
// A kind that sets only its names and its target is complete: its calls then show a table of
// their arguments and the text of their results.
//
// To add a tool, write its file and add its kind to the list below; "Add a tool" in
// .github/CONTRIBUTING.md lists the other places. The tests of the registry and the TypeScript
// compiler name those that are missing.
package tool

import (
	"slices"

	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// A Kind describes the tools that are shown in the same way. All members but ID are optional.
type Kind struct {
	ID    string   // its name on the page
	Names []string // names of its tools, including former ones: FORMAT.md, "Names over time"

	// Target lists members of the input. The first that has a value is what a call is about.
	// If Target and Subject are nil, the usual members are tried, and then all others.
	Target []string
	// Subject returns the target of a call if no member of Target holds it.
	Subject func(input *source.Object) string
	// Note returns the call's own description, in addition to its target.
	Note func(input *source.Object) string

	// Refine returns the kind of a call if it follows from the input, or nil.
	Refine func(input *source.Object) *Kind
	// Decode reads what else the kind needs of a call, after its input.
	Decode func(c *Call)
	// Outcome sets the members of a row that follow from the result of its call.
	Outcome func(c *Call, t *protocol.Tool)
	// Reason returns the line that best says why a call failed, by default the first.
	Reason func(text string) string

	// Input returns the arguments of a call for its body. If it returns nil, they are shown
	// as a table.
	Input func(c *Call) []protocol.Part
	// Result returns the body of a call that succeeded: input and result. If it returns nil,
	// the body has the input and the text of the result.
	Result func(c *Call) []protocol.Part
	// Failure is like Result, for a call that failed.
	Failure func(c *Call) []protocol.Part

	// Series is the family of tools whose successful calls share a row, "" for none.
	Series string
	// ByTool counts the calls of a series by tool, and not by kind.
	ByTool bool
	// Asks marks tools that wait for an answer of the user.
	Asks bool
	// Starts marks tools that start agents. DescribesAgent marks those whose note and target
	// are the type and the task of the only agent.
	Starts, DescribesAgent bool
	// Numbered marks tools whose results have line numbers for Claude.
	Numbered bool
	// AllArguments marks tools of which little is known: their arguments are shown even if
	// the row has them, too.
	AllArguments bool

	// FileOp is what the tools do to a file, and ReadOnly lists those that only read it.
	FileOp   FileOp
	ReadOnly []string
	// Change returns how many lines a call added to its file and removed. The third result is false
	// if that is not known.
	Change func(c *Call) (added, removed int, ok bool)
}

// These are the families of kinds whose series do not consist of calls of one family alone:
// lookups that lead to an edit belong to its series.
const (
	SeriesLook = "look"
	SeriesEdit = "edit"
)

// A FileOp is the operation of a call on a file.
type FileOp uint8

// These are the file operations.
const (
	NoFile FileOp = iota
	Reads
	Edits
	Writes
)

// String returns the name of the operation on the page.
func (op FileOp) String() string { return [...]string{"", "read", "edit", "write"}[op] }

// Changes reports whether the operation changes the file.
func (op FileOp) Changes() bool { return op == Edits || op == Writes }

// kinds lists all kinds of tools. Only those of MCP servers and unknown tools have no names.
var kinds = []*Kind{&readKind, &writeKind, &editKind, &bashKind, &grepKind, &globKind, &listKind, &fetchKind, &searchKind,
	&todoKind, &taskKind, &agentKind, &skillKind, &questionKind, &planKind, &toolSearchKind, &workflowKind, &messageKind,
	&notebookKind, &shellKind, &mcpKind, &resourceKind, &lspKind, &scheduleKind, &otherKind}

// byName maps the names of tools to their kinds.
var byName = func() map[string]*Kind {
	all := map[string]*Kind{}
	for _, k := range kinds {
		for _, name := range k.Names {
			all[name] = k
		}
	}
	return all
}()

// KindIDs returns the names of all kinds on the page, whose types are generated from them.
func KindIDs() []string {
	var ids []string
	for _, k := range kinds {
		ids = append(ids, k.ID)
	}
	return ids
}

// Families returns the families of tools whose calls share a row.
func Families() []string {
	var all []string
	for _, k := range kinds {
		if k.Series != "" && !slices.Contains(all, k.Series) {
			all = append(all, k.Series)
		}
	}
	return all
}

// Lookup returns the kind of a tool by its name. For a tool of an MCP server, it also returns
// the server and the name of the tool on that server.
func Lookup(name string) (kind *Kind, server, tool string) {
	if server, tool, ok := splitName(name); ok {
		return &mcpKind, server, tool
	}
	if kind, known := byName[name]; known {
		return kind, "", name
	}
	return &otherKind, "", name
}

// KindOf returns the kind of a tool by its name.
func KindOf(name string) *Kind {
	kind, _, _ := Lookup(name)
	return kind
}

// For returns the kind of a call with an input.
func (k *Kind) For(input *source.Object) *Kind {
	if k.Refine != nil {
		if other := k.Refine(input); other != nil {
			return other
		}
	}
	return k
}

// FileOpOf returns the operation of the tool with a name on a file.
func FileOpOf(name string) FileOp {
	kind := KindOf(name)
	if slices.Contains(kind.ReadOnly, name) {
		return Reads
	}
	return kind.FileOp
}

// FileOpIn is like FileOpOf, for a call with an input.
func FileOpIn(name string, input *source.Object) FileOp {
	if kind := KindOf(name).For(input); kind != KindOf(name) {
		return kind.FileOp
	}
	return FileOpOf(name)
}
