package transcript

import (
	"bytes"

	"unspool/parser/internal/tags"
	"unspool/parser/record"
)

// A Driver is what began a turn: a prompt of the person, in whatever form, or an event, which another
// program or agent sent. FORMAT.md, "Prompts and events", shows a record of each.
type Driver uint8

// The drivers.
const (
	DriverUnrecorded   Driver = iota // the prompt is not recorded, as in the output of a headless run
	DriverPrompt                     // typed, or given by a program that runs Claude Code
	DriverCommand                    // a slash command
	DriverShell                      // a "!" command
	DriverTask                       // background work ended
	DriverMonitor                    // a monitor reported something
	DriverTeammate                   // a message of a teammate
	DriverSession                    // a message of another session
	DriverCoordinator                // a message of the agent that started this one
	DriverChannel                    // a message from a channel, such as a chat
	DriverObserver                   // a message of an observer
	DriverSchedule                   // a scheduled task, or the next round of a loop
	DriverContinuation               // Claude Code made Claude go on
	DriverSystem                     // another prompt of Claude Code
)

// A standing is how turns of a driver are counted.
type standing uint8

const (
	isPrompt standing = iota // with a number of their own
	isEvent                  // as an event of the prompt before them
	// As an event, unless there is no prompt before: then it says what the conversation is about, as
	// in the file of a teammate or of a scheduled task.
	isEventAfterPrompt
)

// drivers describes the drivers. Names are the keys of events in summaries.
var drivers = [...]struct {
	name     string
	standing standing
}{
	DriverUnrecorded:   {"unrecorded", isPrompt},
	DriverPrompt:       {"prompt", isPrompt},
	DriverCommand:      {"command", isPrompt},
	DriverShell:        {"shell", isPrompt},
	DriverTask:         {"task", isEvent},
	DriverMonitor:      {"monitor", isEvent},
	DriverTeammate:     {"teammate", isEventAfterPrompt},
	DriverSession:      {"session", isEventAfterPrompt},
	DriverCoordinator:  {"coordinator", isEventAfterPrompt},
	DriverChannel:      {"channel", isEventAfterPrompt},
	DriverObserver:     {"observer", isEventAfterPrompt},
	DriverSchedule:     {"schedule", isEventAfterPrompt},
	DriverContinuation: {"continuation", isEvent},
	DriverSystem:       {"system", isEventAfterPrompt},
}

// String returns the name of the driver.
func (d Driver) String() string { return drivers[d].name }

// EventKinds returns the names of the drivers that can be events.
func EventKinds() []string {
	var kinds []string
	for _, d := range drivers {
		if d.standing != isPrompt {
			kinds = append(kinds, d.name)
		}
	}
	return kinds
}

// isEvent reports whether a turn with this driver is an event. first is true if no prompt came before it.
func (d Driver) isEvent(first bool) bool {
	how := drivers[d].standing
	return how == isEvent || how == isEventAfterPrompt && !first
}

// driverOf returns what a record of a class begins a turn as. text is its text.
func (c *turnTracker) driverOf(r *record.Record, class Class, text []byte) Driver {
	switch class {
	case ClassPrompt, ClassQueuedPrompt:
		return DriverPrompt
	case ClassCommand:
		return DriverCommand
	case ClassShell:
		return DriverShell
	case ClassNotification:
		return notificationDriver(text)
	case ClassPeer:
		return peerDriver(r, text)
	case ClassScheduled:
		switch {
		case string(r.Origin.Kind) == "auto-continuation":
			return DriverContinuation
		case r.Origin.System && !c.scheduled && string(r.Origin.Sub) != "scheduled-trigger":
			return DriverSystem
		}
		return DriverSchedule
	}
	return DriverUnrecorded
}

// notificationDriver distinguishes notifications that background work ended from what a monitor
// reports, which has an event instead of a status.
func notificationDriver(text []byte) Driver {
	_, one, _ := bytes.Cut(text, []byte("<task-notification>"))
	head, _, _, _ := tags.CutNotice(one)
	if bytes.Contains(head, []byte("<event>")) ||
		bytes.HasPrefix(bytes.TrimSpace(tags.Inside(head, "summary")), []byte("Monitor ")) {
		return DriverMonitor
	}
	return DriverTask
}

// peerDriver distinguishes messages by their tag, or else by their origin.
func peerDriver(r *record.Record, text []byte) Driver {
	t := tags.Trim(tags.StripContext(tags.Trim(text)))
	switch {
	case bytes.HasPrefix(t, []byte("<teammate-message")):
		return DriverTeammate
	case bytes.HasPrefix(t, []byte("<cross-session-message")):
		return DriverSession
	}
	switch kind := r.Origin.Kind; {
	case string(kind) == "coordinator":
		return DriverCoordinator
	case string(kind) == "channel":
		return DriverChannel
	case bytes.HasPrefix(kind, []byte("observer")):
		return DriverObserver
	}
	return DriverSession
}
