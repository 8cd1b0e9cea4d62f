import { afterPaint } from "../../base/schedule";
import { onChange } from "../../base/signals";
import type { RowContext } from "../../rows/context";
import { type MoveHistory, type PaneViewer, SessionController } from "../../panes/session-controller";
import type { ViewState } from "../../session/view-state";
import type { PanePlace } from "../../panes/pane-descriptor";
import { panes } from "../panes";

/**
 * How long panes around a conversation wait while it is read, in ms. They have nothing to show yet, and 10 MB are read
 * in that time, with two processors.
 */
const PANES_WHILE_BUSY = 250;

/** Called when something of the session on the screen has changed. */
interface ControllerListener {
  readonly onViewState: (controller: SessionController) => void;
  /** Panes were opened or closed. */
  readonly onPanes: () => void;
  /** Other rows are visible, or another one is the current row. */
  readonly onMove: () => void;
  /** Rows or their content have changed. */
  readonly onContent: () => void;
  readonly onPainted: () => void;
}

/** Stores the initial view states of sessions, and the history of moves. */
interface ControllerHistory extends MoveHistory {
  initialState(session: string): ViewState;
}

/** The controllers of the sessions of a viewer, and the updates that their panes need. */
export class SessionControllers {
  readonly #viewer: PaneViewer;
  readonly #open: Set<string>;
  readonly #listener: ControllerListener;
  readonly #byContext = new WeakMap<RowContext, SessionController>();
  readonly #painted = new WeakSet<SessionController>(); // controllers whose conversation was painted
  readonly #settled = new WeakSet<SessionController>(); // and whose panes around it are drawn
  readonly #pendingChanges = new Map<SessionController, Set<"currentRowVersion" | "viewportVersion">>(); // signals to update
  /** Set before any session is shown, for a viewer that has a history. */
  history: ControllerHistory | undefined;

  /** `open` is the names of the open panes. */
  constructor(viewer: PaneViewer, open: Set<string>, listener: ControllerListener) {
    this.#viewer = viewer;
    this.#open = open;
    this.#listener = listener;
  }

  /** The session on the screen. */
  get current(): SessionController | undefined {
    const context = this.#viewer.shown;
    return context && this.#byContext.get(context);
  }

  /** Reports whether panes of a session can be drawn at a place: its conversation is painted first. */
  canDraw(controller: SessionController, place: PanePlace): boolean {
    return (place === "view" || place === "above" ? this.#painted : this.#settled).has(controller);
  }

  /**
   * Creates the controller of a session that is shown for the first time. It is stored before it sets any signal,
   * because listeners look it up.
   */
  add(context: RowContext): void {
    if (this.#byContext.has(context)) return;
    const { signal, conversation } = context;
    const { onViewState, onPanes, onMove, onContent, onPainted } = this.#listener;
    const controller = new SessionController(this.#viewer, context, panes, this.#open, this.history);
    this.#byContext.set(context, controller);
    const drawPanes = (): void => {
      this.#settled.add(controller);
      onPainted();
    };
    afterPaint(() => {
      this.#painted.add(controller);
      if (!this.#viewer.busy || controller.info?.state === "read") return drawPanes();
      setTimeout(drawPanes, PANES_WHILE_BUSY);
      onPainted();
    });
    onChange(controller.viewState, () => onViewState(controller), signal);
    onChange(controller.panesVersion, onPanes, signal);
    onChange([controller.viewportVersion, controller.currentRowVersion], onMove, signal);
    controller.restoreState(this.history?.initialState(controller.info?.id ?? "") ?? {});
    // Other rows became visible, or their content changed.
    onChange(conversation.rowsVersion, () => this.scheduleChange("viewportVersion"), signal);
    onChange([conversation.rowsVersion, conversation.contentVersion], onContent, signal);
  }

  /**
   * Updates the panes at most once a frame, after the conversation itself was painted, and only if it is still shown
   * then.
   */
  scheduleChange(change: "currentRowVersion" | "viewportVersion"): void {
    const controller = this.current;
    if (controller === undefined) return;
    const changes = this.#pendingChanges.get(controller) ?? new Set();
    if (changes.size === 0) {
      this.#pendingChanges.set(controller, changes);
      afterPaint(() => {
        this.#pendingChanges.delete(controller);
        if (this.current === controller) for (const version of changes) controller[version].value++;
      });
    }
    changes.add(change);
  }
}
