import { type TemplateResult, css, html, nothing } from "lit";
import { Pause, Play, X } from "lucide";
import { onChange } from "../../base/signals";
import type { RowStore } from "../../session/row-store";
import { baseStyles } from "../../ui/base-styles";
import { fieldStyles, toolButtonStyles } from "../../ui/common-styles";
import { draw as icon } from "../../ui/icon";
import { Pane, definePane } from "../pane";
import type { PlaybackActions, SessionController } from "../session-controller";
import { Player, speeds } from "./player";
import { strings } from "./strings";

/** The line above a conversation that plays it: rows after the position are hidden. */
class PlayElement extends Pane {
  #player: Player | undefined;
  #played: RowStore | undefined;
  #actions: PlaybackActions | undefined;
  #wasLimited = false; // rows were hidden at the last step, or when they changed last

  protected override follow(controller: SessionController): readonly (() => void)[] {
    const { conversation } = controller.context;
    return [
      onChange(controller.viewState, () => {
        if (controller.state.view !== undefined) this.#player?.pause();
        this.requestUpdate();
      }),
      onChange(conversation.rowsVersion, () => this.#rowsChanged(conversation)),
      () => {
        controller.playback = undefined;
      },
    ];
  }

  protected override sessionChanged(): void {
    this.#release();
    const { controller } = this;
    const { context, viewer } = controller;
    const { conversation } = context;
    this.#played = conversation;
    const rows = {
      total: () => conversation.totalOfAll,
      timeAt: (index: number) => conversation.row(index)?.time ?? 0,
      show: (index: number) => {
        conversation.limit = index < conversation.totalOfAll - 1 ? index + 1 : Infinity;
        this.#wasLimited = conversation.isLimited;
        void viewer.list()?.goTo(index, "nearest", false);
        this.requestUpdate();
      },
    };
    const player = (this.#player = new Player(rows, (ms, then) => {
      const timer = setTimeout(then, ms);
      return () => clearTimeout(timer);
    }));
    const actions: PlaybackActions = (this.#actions = {
      get isPlaying() {
        return player.isPlaying;
      },
      get canEnd() {
        return viewer.playbackOwner?.keepsControls !== true || player.isPlaying || conversation.isLimited;
      },
      toggle: () => this.#toggle(player),
      end: () => this.#end(),
    });
    controller.playback = actions;
    player.moveToEnd();
    if (viewer.playbackOwner !== undefined) return viewer.playbackOwner.opened(actions);
    player.seek(viewer.list()?.visibleCurrentIndex() ?? 0);
    player.play();
  }

  /** Ends the playback if the user went to a row that was hidden, and stays at the end if rows are added. */
  #rowsChanged(conversation: RowStore): void {
    const wasLimited = this.#wasLimited;
    this.#wasLimited = conversation.isLimited;
    const player = this.#player;
    if (player === undefined || conversation.isLimited || player.position >= conversation.total - 1) return;
    if (wasLimited) return this.#end();
    player.moveToEnd();
    this.requestUpdate();
  }

  #toggle(player: Player): void {
    if (!player.isPlaying) this.controller.viewer.playbackOwner?.beforePlay();
    player.toggle();
    this.requestUpdate();
  }

  /** Shows all rows again, and closes the controls unless they stay open. */
  #end(): void {
    this.controller.viewer.playbackOwner?.ended();
    if (this.controller.viewer.playbackOwner?.keepsControls !== true) return this.controller.setOpen("play", false);
    this.#player?.moveToEnd();
    if (this.#played !== undefined) this.#played.limit = Infinity;
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#release();
  }

  /** Ends the playback of a session that is no longer shown. */
  #release(): void {
    this.#player?.pause();
    this.#player = undefined;
    if (this.#actions !== undefined) this.controller.viewer.playbackOwner?.closed(this.#actions);
    this.#actions = undefined;
    this.#wasLimited = false;
    if (this.#played !== undefined) this.#played.limit = Infinity;
  }

  protected override render(): TemplateResult | typeof nothing {
    const player = this.#player;
    const { conversation } = this.controller.context;
    if (player === undefined) return nothing;
    const { isPlaying, position } = player;
    const act = (change: () => void) => () => {
      change();
      this.requestUpdate();
    };
    const valueOf = ({ target }: Event): number =>
      target instanceof HTMLInputElement || target instanceof HTMLSelectElement ? Number(target.value) : 0;
    return html`<section aria-label=${strings.title} @keydown=${keepSpace}>
      <button
        type="button"
        class="tool-button"
        aria-label=${isPlaying ? strings.pause : strings.play}
        title=${isPlaying ? strings.pauseKey : strings.playKey}
        @click=${() => this.#toggle(player)}
      >
        ${isPlaying ? icon(Pause, "pause") : icon(Play, "play")}
      </button>
      <input
        type="range"
        name="position"
        min="0"
        max=${conversation.totalOfAll - 1}
        .value=${String(position)}
        aria-label=${strings.position}
        aria-valuetext=${strings.row(position + 1, conversation.totalOfAll)}
        @input=${(event: Event) => act(() => player.seek(valueOf(event)))()}
      />
      <select
        class="framed"
        name="speed"
        aria-label=${strings.speed}
        @change=${(event: Event) => act(() => (player.speed = speeds.find((one) => one === valueOf(event)) ?? 1))()}
      >
        ${speeds.map((speed) => html`<option value=${speed} .selected=${speed === player.speed}>${strings.times(speed)}</option>`)}
      </select>
      ${
        this.controller.viewer.playbackOwner?.keepsControls === true
          ? nothing
          : html`<button
              type="button"
              class="tool-button"
              aria-label=${strings.end}
              title=${strings.endKey}
              @click=${() => this.#end()}
            >
              ${icon(X, "close")}
            </button>`
      }
    </section>`;
  }

  static override styles = [
    baseStyles,
    toolButtonStyles,
    fieldStyles,
    css`
      section {
        display: flex;
        align-items: center;
        gap: var(--u-2);
        padding: 2px var(--u-4);
        border-bottom: 1px solid var(--u-line);
        background: var(--u-raised);
        font-size: var(--u-size-s);
      }
      input {
        flex: 1;
        min-width: 0;
        accent-color: var(--u-accent);
      }
      .tool-button svg {
        width: 16px;
        height: 16px;
      }
    `,
  ];
}

/** Space presses the focused control, and is no key of the conversation. */
function keepSpace(event: KeyboardEvent): void {
  if (event.key === " ") event.stopPropagation();
}

export function draw(controller: SessionController): TemplateResult {
  definePane("unspool-play", PlayElement);
  return html`<unspool-play .controller=${controller}></unspool-play>`;
}
