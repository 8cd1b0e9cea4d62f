package records

import (
	"strings"

	"unspool/parser"
	"unspool/parser/record"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// These are the limits of a record of hooks.
const (
	maxHooks      = 50   // hooks that one record lists; the others are only counted
	maxHookOutput = 4000 // bytes of the output of one hook; "…" marks cut output
)

// hooks returns the commands that a hook record ran, and the number of those beyond the
// limit: FORMAT.md, "attachment kinds", "system subtypes" and "progress data types". It
// returns none for records of other kinds and for records without a command.
func hooks(src *source.Reader, f *parser.File, index int32) (list []protocol.HookRun, left int) {
	if !strings.Contains(f.Name(f.Records.At(index).Label), "hook") {
		return nil, 0
	}
	o := src.Payload(f, index)
	source.Each(o.Raw("hookInfos"), func(raw []byte) {
		if len(list) == maxHooks {
			left++
			return
		}
		info := source.Parse(raw)
		list = append(list, hookRun(&info))
	})
	runs := len(list)
	source.Each(o.Raw("hookErrors"), func(raw []byte) {
		if len(list) == maxHooks {
			left++
			return
		}
		failure := source.Parse(raw)
		one := hookRun(&failure)
		if one.Error == "" {
			one.Error = source.Cut(string(record.AppendWords(nil, raw, 0, maxHookOutput+source.Past)), maxHookOutput)
		}
		if runs == 1 && list[0].Error == "" { // the error belongs to the only hook
			list[0].Error, list[0].Exit = one.Error, one.Exit
		} else {
			list = append(list, one)
		}
	})
	if one := hookRun(&o); list == nil && (one.Exit != nil || one.Command+one.Output+one.Error != "") {
		list = append(list, one)
	}
	return list, left
}

// hookRun returns the command that an object describes, as far as it is recorded.
func hookRun(o *source.Object) protocol.HookRun {
	blocking := o.Object("blockingError")
	run := protocol.HookRun{Command: o.Short(maxHookOutput, "command"), Exit: protocol.OrNull(o.Natural("exitCode", "exit_code")),
		Duration: protocol.OrNull(o.Natural("durationMs"))}
	if run.Command == "" {
		run.Command = blocking.Short(maxHookOutput, "command")
	}
	valueOf := func(key string) string {
		return strings.TrimSpace(source.Cut(valueAt(o.JSON, 0, key, maxHookOutput+source.Past), maxHookOutput))
	}
	if run.Output = valueOf("stdout"); run.Output == "" {
		run.Output = valueOf("content")
	}
	if run.Error = valueOf("stderr"); run.Error == "" {
		run.Error = strings.TrimSpace(blocking.Short(maxHookOutput, "blockingError") + o.Short(maxHookOutput, "message"))
	}
	return run
}

// FailedHook describes in a few words which hook failed and why.
func FailedHook(src *source.Reader, f *parser.File, index int32) (what, why string) {
	item := item(src, f, index)
	what, why = item.Label, item.Text
	for _, run := range item.Hooks {
		if run.Error != "" || run.Exit != nil && *run.Exit > 0 {
			if why = run.Error; why == "" {
				why = run.Output
			}
			if item.Name == "stop_hook_summary" { // its label is only the number of hooks
				what = run.Command
			}
			break
		}
	}
	why = strings.TrimPrefix(why, "Failed with non-blocking status code: ") // the exit code is shown next to it
	return source.OneLine(what, 80), source.OneLine(why, 200)
}
