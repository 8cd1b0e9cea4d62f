/** The sections in which commands are listed. */
export type CommandGroupName = "move" | "show" | "sessions" | "general" | "filter" | "page";

/** Something that a user can do with a key, and find by its title. The feature that it belongs to registers it. */
export interface Command<Context> {
  /** Stable: "turn.next". */
  readonly id: string;
  readonly title: string;
  readonly group: CommandGroupName;
  /** Its position in the group. Without one, it comes last. */
  readonly order?: number;
  /** In the notation of tinykeys. The first is shown; the others are the same key on other keyboards. */
  readonly keys?: readonly string[];
  /** Whether Enter runs it, too, while a row itself has the focus. */
  readonly isRunByEnter?: boolean;
  /** Reports whether the command can be run now. Without it, it always can. */
  readonly isEnabled?: (context: Context) => boolean;
  readonly run: (context: Context) => void;
}
