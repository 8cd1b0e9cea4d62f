import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { PlaybackActions, PlaybackOwner, SessionController } from "../../panes/session-controller";

/** The element that plays a conversation. */
interface PlaybackHost extends ReactiveControllerHost, Element {
  readonly controls: boolean;
  /** Reserves the element's current height while rows are hidden. */
  reserve(): void;
}

/**
 * Shows the controls of the playback, and plays on its own, as the attributes `controls` and `autoplay` ask for. It
 * plays while the element is in the middle of the window, and does not begin on its own where motion is reduced.
 */
export class PlaybackController implements ReactiveController, PlaybackOwner {
  readonly #host: PlaybackHost;
  #actions: PlaybackActions | undefined;
  #observer: IntersectionObserver | undefined;
  #isVisible = false;
  #isDue = false; // it begins as soon as it is visible
  #isPaused = false; // it goes on as soon as it is visible again

  constructor(host: PlaybackHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.#observer = new IntersectionObserver((entries) => this.#moved(entries.at(-1)?.isIntersecting === true), {
      rootMargin: "-25% 0px",
    });
    this.#observer.observe(this.#host);
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
    this.#moved(false);
  }

  /** Opens the controls. With `autoplay`, the session also plays as soon as it is visible. */
  open(controller: SessionController, autoplay: boolean): void {
    if (autoplay) this.#isDue = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    controller.setOpen("play", true);
    if (controller.playback === this.#actions) this.#play();
  }

  // The owner of the playback

  get keepsControls(): boolean {
    return this.#host.controls;
  }

  opened(actions: PlaybackActions): void {
    this.#actions = actions;
    this.#play();
  }

  beforePlay(): void {
    this.#host.reserve();
  }

  ended(): void {
    this.#isDue = this.#isPaused = false;
  }

  closed(actions: PlaybackActions): void {
    if (this.#actions !== actions) return;
    this.#actions = undefined;
    this.#isPaused = false;
  }

  #moved(isVisible: boolean): void {
    this.#isVisible = isVisible;
    if (isVisible) return this.#play();
    if (this.#actions?.isPlaying !== true) return;
    this.#actions.toggle();
    this.#isPaused = true;
  }

  #play(): void {
    if ((!this.#isDue && !this.#isPaused) || !this.#isVisible || this.#actions === undefined) return;
    this.#isDue = this.#isPaused = false;
    if (!this.#actions.isPlaying) this.#actions.toggle();
  }
}
