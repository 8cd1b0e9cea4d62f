package site

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"unspool/build/source"
)

// sheetsPlugin lets a style sheet import a TypeScript file, which is replaced by the style
// sheets in it. This way, pages outside of the viewer look like it.
func (b *Builder) sheetsPlugin(ctx context.Context) api.Plugin {
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
				text, err := b.sheets(ctx, args.Path)
				return api.OnLoadResult{Contents: &text, Loader: api.LoaderCSS}, err
			})
		},
	}
}

// sheets returns the style sheets in a TypeScript file.
func (b *Builder) sheets(ctx context.Context, name string) (string, error) {
	code, err := os.ReadFile(filepath.Join(b.opt.Root, name))
	if err != nil {
		return "", err
	}
	files, err := source.Describe(ctx, b.tools, map[string]string{name: string(code)})
	if err != nil {
		return "", err
	}
	sheets := files[name].Sheets
	if len(sheets) == 0 {
		return "", fmt.Errorf("%s has no style sheet", name)
	}
	return strings.Join(sheets, ""), nil
}
