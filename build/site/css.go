package site

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// cssLiteral matches a style sheet in code: a template with Lit's tag and without
// substitutions.
var cssLiteral = regexp.MustCompile("\\bcss`[^`\\\\]*`")

// sheetsPlugin lets a style sheet import a TypeScript file, which is replaced by the style
// sheets in it. This way, pages outside of the viewer look like it.
func (b *Builder) sheetsPlugin() api.Plugin {
	return api.Plugin{
		Name: "sheets",
		Setup: func(build api.PluginBuild) {
			build.OnResolve(api.OnResolveOptions{Filter: `\.ts$`}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
				if args.Kind != api.ResolveCSSImportRule {
					return api.OnResolveResult{}, nil
				}
				path, err := filepath.Rel(b.opt.Root, filepath.Join(args.ResolveDir, args.Path))
				return api.OnResolveResult{Path: path, Namespace: "sheets"}, err
			})
			build.OnLoad(api.OnLoadOptions{Filter: ".", Namespace: "sheets"}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
				code, err := os.ReadFile(filepath.Join(b.opt.Root, args.Path))
				if err != nil {
					return api.OnLoadResult{}, err
				}
				var sheets strings.Builder
				for _, literal := range cssLiteral.FindAllString(string(code), -1) {
					sheets.WriteString(strings.TrimSuffix(strings.TrimPrefix(literal, "css`"), "`"))
				}
				text := sheets.String()
				return api.OnLoadResult{Contents: &text, Loader: api.LoaderCSS}, nil
			})
		},
	}
}
