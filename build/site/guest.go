package site

import (
	"fmt"
	"os"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// globals are what Lit takes of a page, by the file that does. In its global
// object and in Symbol it leaves its version, for a warning, and a table for
// decorators, which this code does not use: in somebody else's page nothing is
// left behind. And it takes the name of a Trusted Types policy, which the page's
// own Lit needs: a name can be given once. Without any policy the code still
// loads, so that a page with two versions of the element has the first.
var globals = map[string][]struct{ old, new string }{
	"/lit-html/lit-html.js": {
		{`(t.litHtmlVersions??=[]).push(`, `(`},
		{`e=s?s.createPolicy("lit-html",{createHTML:t=>t}):void 0`, `e=(()=>{try{return s?.createPolicy("unspool-html",{createHTML:t=>t})}catch{}})()`},
	},
	"/lit-element/lit-element.js": {
		{`(s.litElementVersions??=[]).push(`, `(`},
	},
	"/@lit/reactive-element/reactive-element.js": {
		{`(a.reactiveElementVersions??=[]).push(`, `(`},
		{`Symbol.metadata??=Symbol("metadata"),a.litPropertyMetadata??=new WeakMap;`, `const litMetadata=Symbol(),litPropertyMetadata=new WeakMap;`},
		{`this[Symbol.metadata]`, `this[litMetadata]`},
	},
}

// guestPlugin has Lit take nothing that is the page's.
func guestPlugin() api.Plugin {
	return api.Plugin{
		Name: "guest",
		Setup: func(build api.PluginBuild) {
			build.OnLoad(api.OnLoadOptions{Filter: `[/\\](?:lit-html|lit-element|reactive-element)\.js$`, Namespace: "file"}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
				data, err := os.ReadFile(args.Path)
				if err != nil {
					return api.OnLoadResult{}, err
				}
				code, err := withoutGlobals(args.Path, string(data))
				return api.OnLoadResult{Contents: &code, Loader: api.LoaderJS}, err
			})
		},
	}
}

// withoutGlobals takes out of a file of Lit what globals says. It fails if the
// file is not as expected: another version may do it in another way.
func withoutGlobals(path, code string) (string, error) {
	path = strings.ReplaceAll(path, `\`, "/")
	for end, changes := range globals {
		if !strings.HasSuffix(path, end) {
			continue
		}
		for _, c := range changes {
			if strings.Count(code, c.old) != 1 {
				return "", fmt.Errorf("%s has not %s once: see what it leaves in the global object now", path, c.old)
			}
			code = strings.Replace(code, c.old, c.new, 1)
		}
	}
	return code, nil
}
