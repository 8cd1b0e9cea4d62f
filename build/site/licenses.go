package site

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// licenses returns the license texts of everything that the bundles and the wasm contain.
// Nearly every license requires that its text be passed on.
func (b *Builder) licenses(ctx context.Context, metas ...metafile) ([]byte, error) {
	dirs := map[string]string{} // folder by the name of the package in it
	for _, meta := range metas {
		for input := range meta.Inputs {
			if name, dir := npmPackage(input); name != "" {
				dirs[name] = filepath.Join(b.opt.Root, filepath.FromSlash(dir))
			}
		}
	}
	modules, err := linkedModules(ctx, b.opt.Root, jsWasm(), "-tags="+exportTag, "./wasm")
	if err != nil {
		return nil, err
	}
	maps.Copy(dirs, modules)
	goroot, err := goCommand(ctx, b.opt.Root, nil, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	dirs["Go"] = strings.TrimSpace(string(goroot))

	var out bytes.Buffer
	out.WriteString("Unspool contains the following software.\n")
	if err := writeLicenses(&out, dirs); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// CommandLicenses returns the licenses of the command, which contains the site: those of the site, and those of
// the modules that only the command links. env and args are the environment and the arguments, without flags
// of the compiler, with which Go compiles it.
func CommandLicenses(ctx context.Context, root string, env, args []string, ofSite []byte) ([]byte, error) {
	dirs, err := linkedModules(ctx, root, env, args...)
	if err != nil {
		return nil, err
	}
	maps.DeleteFunc(dirs, func(name, _ string) bool { return bytes.Contains(ofSite, []byte(licenseHeading(name))) })
	out := bytes.NewBuffer(bytes.Clone(ofSite))
	if len(dirs) > 0 {
		out.WriteString("\n\nThe command also contains the following software.\n")
	}
	if err := writeLicenses(out, dirs); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// linkedModules returns the folders of the modules that a Go program links, by the names of the modules.
func linkedModules(ctx context.Context, root string, env []string, args ...string) (map[string]string, error) {
	const format = `{{with .Module}}{{if not .Main}}{{.Path}}	{{.Dir}}{{end}}{{end}}`
	list, err := goCommand(ctx, root, env, append([]string{"list", "-deps", "-f", format}, args...)...)
	if err != nil {
		return nil, err
	}
	dirs := map[string]string{}
	for line := range strings.Lines(string(list)) {
		if name, dir, found := strings.Cut(strings.TrimSpace(line), "\t"); found {
			dirs[name] = dir
		}
	}
	return dirs, nil
}

// writeLicenses writes the license of each folder below the name of what is in it.
func writeLicenses(out *bytes.Buffer, dirs map[string]string) error {
	for _, name := range sortedKeys(dirs) {
		text, err := licenseText(dirs[name])
		if err != nil {
			return fmt.Errorf("license of %s: %w", name, err)
		}
		fmt.Fprintf(out, "%s%s\n", licenseHeading(name), text)
	}
	return nil
}

func licenseHeading(name string) string {
	return fmt.Sprintf("\n\n%s\n%s\n\n", name, strings.Repeat("=", len(name)))
}

// npmPackage returns the name and folder of the npm package that an input of a bundle
// belongs to, or nothing for a file of our own.
func npmPackage(input string) (name, dir string) {
	const modules = "node_modules/"
	i := strings.LastIndex(input, modules)
	if i < 0 {
		return "", ""
	}
	parts := strings.Split(input[i+len(modules):], "/")
	n := 1
	if strings.HasPrefix(parts[0], "@") {
		n = 2
	}
	name = path.Join(parts[:min(n, len(parts))]...)
	return name, input[:i+len(modules)] + name
}

// licenseText returns the license file in dir. Some distributions of Go and a few npm
// packages have none; then it returns at least the license named in the package's
// description, if any.
func licenseText(dir string) (string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	for _, e := range entries {
		stem, _, _ := strings.Cut(strings.ToLower(e.Name()), ".")
		if e.IsDir() || stem != "license" && stem != "licence" && stem != "copying" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return "", err
		}
		return strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n")), nil
	}
	var about struct {
		License string `json:"license"`
	}
	data, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err == nil && json.Unmarshal(data, &about) == nil && about.License != "" {
		return "License: " + about.License, nil
	}
	return "Comes without a license file.", nil
}
