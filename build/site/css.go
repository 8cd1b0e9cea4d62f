package site

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// cssLiteral is a style sheet in code: a template with the tag of lit, and
// with nothing put into it.
var cssLiteral = regexp.MustCompile("\\bcss`[^`\\\\]*`")

// tagIndent is the indent of a line that begins with a tag, or ends one: as
// HTML it means nothing. Other lines may be part of a text.
var tagIndent = regexp.MustCompile(`\n[ \t]+(</?[a-z]|/?>)`)

// cssPlugin minifies the style sheets that stand in the page's code, and takes
// the indent out of its templates. To esbuild they are strings, of which no
// character may change.
func (b *Builder) cssPlugin() api.Plugin {
	source := "^" + regexp.QuoteMeta(filepath.Join(b.opt.Root, "web", "src")+string(filepath.Separator)) + `.*\.ts$`
	return api.Plugin{
		Name: "css",
		Setup: func(build api.PluginBuild) {
			if b.opt.Dev {
				return
			}
			build.OnLoad(api.OnLoadOptions{Filter: source, Namespace: "file"}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
				code, err := os.ReadFile(args.Path)
				if err != nil {
					return api.OnLoadResult{}, err
				}
				small, err := minifyStyles(string(code))
				if err != nil {
					return api.OnLoadResult{}, fmt.Errorf("%s: %w", args.Path, err)
				}
				small = tagIndent.ReplaceAllString(small, "\n$1")
				return api.OnLoadResult{Contents: &small, Loader: api.LoaderTS}, nil
			})
		},
	}
}

// minifyStyles minifies every style sheet in the code. One with a
// substitution or an escape stays as it is.
func minifyStyles(code string) (string, error) {
	var failed error
	small := cssLiteral.ReplaceAllStringFunc(code, func(literal string) string {
		if strings.Contains(literal, "${") {
			return literal
		}
		sheet := strings.TrimSuffix(strings.TrimPrefix(literal, "css`"), "`")
		result := api.Transform(sheet, api.TransformOptions{
			Loader:           api.LoaderCSS,
			MinifyWhitespace: true,
			MinifySyntax:     true,
			Charset:          api.CharsetUTF8,
			LogLevel:         api.LogLevelSilent,
		})
		made := strings.TrimSuffix(string(result.Code), "\n")
		if problems := append(result.Errors, result.Warnings...); len(problems) > 0 {
			text := api.FormatMessages(problems, api.FormatMessagesOptions{})
			failed = errors.Join(failed, errors.New(strings.TrimSpace(strings.Join(text, ""))))
		}
		if strings.ContainsAny(made, "`\\") || strings.Contains(made, "${") {
			return literal // would not be the same inside of a template
		}
		return "css`" + made + "`"
	})
	return small, failed
}

// sheetsPlugin lets a style sheet import a TypeScript file: it gets the sheets
// that stand in there. So pages outside of the viewer look like it.
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
