package share

import (
	"errors"
	"io"
	"iter"

	"unspool/parser/document"
	"unspool/parser/export"
	"unspool/parser/trace"
)

// A format writes a session.
type format func(in *Session, create export.Target, o *Options) error

func formats() map[string]format {
	return map[string]format{
		"transcript": writeTranscript, "messages": writeMessages, "markdown": writeMarkdown, "html": writeHTML,
		"traces": writeTraces, "chrome": writeChrome, "csv": writeCSV, "ndjson": writeNDJSON,
	}
}

func writeTranscript(in *Session, create export.Target, o *Options) error {
	_, err := export.Transcript(in.Session, in.Open, create, o.Transcript)
	return err
}

func writeMessages(in *Session, create export.Target, o *Options) error {
	return writeSingle(create, in.ID+".json", func(out io.Writer) error {
		options := export.MessagesOptions{Selection: o.Transcript.Selection, FromCompaction: o.FromCompaction}
		_, err := export.Messages(in.Session, in.Open, out, options)
		return err
	})
}

func writeMarkdown(in *Session, create export.Target, o *Options) error {
	return writeSingle(create, in.ID+".md", func(out io.Writer) error {
		_, err := document.Markdown(in.Store, in.Session, in.Open, out, o.document())
		return err
	})
}

func writeHTML(in *Session, create export.Target, o *Options) error {
	return writeSingle(create, in.ID+".html", func(out io.Writer) error {
		_, err := document.HTML(in.Store, in.Session, in.Open, out, o.document())
		return err
	})
}

func (o *Options) document() document.Options {
	d := o.Document
	d.Prices, d.Agent, d.Prompts = o.Prices, o.Transcript.Agent, o.Transcript.Prompts
	return d
}

func writeTraces(in *Session, create export.Target, o *Options) error {
	return writeSpans(in, create, ".otlp.jsonl", trace.WriteOTLP, o)
}

func writeChrome(in *Session, create export.Target, o *Options) error {
	return writeSpans(in, create, ".trace.json", trace.WriteChrome, o)
}

func writeSpans(in *Session, create export.Target, extension string,
	write func(io.Writer, iter.Seq2[*trace.Trace, error]) (trace.Report, error), o *Options) error {
	earlier, err := export.EarlierCounts(in.Session, in.Open)
	if err != nil {
		return err
	}
	options := trace.Options{Prices: o.Prices, Content: o.Content, LeftOut: true, Earlier: earlier}
	return writeSingle(create, in.ID+extension, func(out io.Writer) error {
		_, err := write(out, trace.Turns(in.Session, in.Open, options))
		return err
	})
}

// writeSingle writes one file.
func writeSingle(create export.Target, name string, write func(io.Writer) error) error {
	out, err := create(name)
	if err != nil {
		return err
	}
	return errors.Join(write(out), out.Close())
}
