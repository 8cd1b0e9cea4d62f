/** The sections in which commands are listed. */
export type CommandGroupName = "move" | "show" | "sessions" | "general" | "filter" | "page";

/** Something that a reader can do by a key, and find by its title. The feature that it belongs to registers it. */
export interface Command<Context> {
  /** Stable: "turn.next". */
  readonly id: string;
  readonly title: string;
  readonly group: CommandGroupName;
  /** Its place in the group. Without one, it comes last. */
  readonly order?: number;
  /** As tinykeys writes them. The first is shown; the others are the same key on other keyboards. */
  readonly keys?: readonly string[];
  /** Reports whether the command can be run now. Without it, it always can. */
  readonly isEnabled?: (context: Context) => boolean;
  readonly run: (context: Context) => void;
}
