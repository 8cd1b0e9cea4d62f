export const strings = {
  caption: "A sample session, in the viewer itself",
  open: "Explore it",
  previewAlt: "The viewer with a session: its timeline above, and below it what the user asked and what Claude did.",
  tour: "What you get",
  pictures: {
    story: {
      title: "The whole conversation",
      text: "Prompts, replies, tool calls with their diffs and output, subagents in place. Errors are one key away.",
      alt: "A turn of a session: a prompt, a failing test, the diff that fixes it, and the test passing.",
    },
    usage: {
      title: "Context and cost",
      text: "What filled the context window, what each turn and model cost, and when the session was compacted.",
      alt: "The usage of a session: its cost, tokens by kind, and a plot of the context until it was compacted.",
    },
    files: {
      title: "What changed",
      text: "Every file that was read or edited, with all of its changes as one diff.",
      alt: "The files of a session in a list, with the changes of one of them as a diff.",
    },
    embed: {
      title: "On your own page",
      text: "A single element shows a session, or a part of it, in an article, a wiki or a pull request.",
      alt: "A page of documentation with two lines of code and, below them, the session that they show.",
    },
  },
  embed: "Put a session on your page",
  embedText: "Copy unspool.js and its assets to your host. Two lines show a session.",
  embedDocs: "How to embed",
  copy: "Copy",
  copied: "Copied",
  copyFailed: "Select and copy",
} as const;
