import { PINS, RULER } from "../../session/timeline/geometry";
import { type Hit, hit } from "../../session/timeline/hit";
import type { Scene } from "../../session/timeline/scene";
import { Viewport } from "../../session/timeline/view-transform";

const CLICK = 4; // px; less movement is a click
const GRIP = 5; // px around the range of the conversation's viewport where it can be dragged
const MIN_SELECTION = 6; // px

/** The actions of the pointer on the strip. */
interface PointingUse {
  readonly scene: () => Scene | undefined;
  /** Whether the wheel has nothing to scroll but lanes. */
  readonly hasOnlyLanes: () => boolean;
  readonly show: (viewport: Viewport) => void;
  /** Like show, with a transition. */
  readonly move: (viewport: Viewport) => void;
  /** Scrolls the conversation to a position on the strip. */
  readonly scrollTo: (x: number) => void;
  readonly open: (entry: number) => void;
  /** Called when the pointer moved. */
  readonly moved: () => void;
  /** Called when another entry is at the pointer. */
  readonly changed: () => void;
}

type Drag =
  | { readonly kind: "pan"; readonly x: number; readonly viewport: Viewport }
  | { readonly kind: "select"; readonly x: number }
  | { readonly kind: "brush"; readonly x: number; readonly brush: readonly [number, number] };

/**
 * Handles wheel, mouse and touch input on the strip. The mouse selects a range to zoom to; it pans with Shift, as does
 * a finger.
 */
export class Pointing {
  readonly #use: PointingUse;
  readonly #down = new Map<number, { x: number; y: number }>();
  #element: HTMLElement | undefined;
  #listening = new AbortController();
  #point: { readonly x: number; readonly y: number } | undefined;
  #drag: Drag | undefined;
  #moved = false;
  #hit: Hit | undefined;
  #brush: readonly [number, number] | undefined;
  #selection: readonly [number, number] | undefined;

  constructor(use: PointingUse) {
    this.#use = use;
  }

  /** The entry at the pointer. */
  get hit(): Hit | undefined {
    return this.#hit;
  }

  get x(): number | undefined {
    return this.#drag === undefined ? this.#point?.x : undefined;
  }

  /** The range that the viewport is being dragged to. */
  get brush(): readonly [number, number] | undefined {
    return this.#brush;
  }

  /** The range that is being selected, to zoom to it. */
  get selection(): readonly [number, number] | undefined {
    return this.#selection;
  }

  get dragging(): boolean {
    return this.#drag !== undefined && this.#moved;
  }

  clear(): void {
    this.#hit = undefined;
  }

  follow(element: HTMLElement): void {
    if (this.#element === element) return;
    this.#listening.abort();
    this.#element = element;
    const { signal } = (this.#listening = new AbortController());
    element.addEventListener("wheel", this.#onWheel, { passive: false, signal });
    element.addEventListener("pointerdown", this.#onDown, { signal });
    element.addEventListener("pointermove", this.#onMove, { signal });
    element.addEventListener("pointerup", this.#onUp, { signal });
    element.addEventListener("pointercancel", this.#onCancel, { signal });
    element.addEventListener("pointerleave", this.#onLeave, { signal });
    element.addEventListener("dblclick", this.#onDouble, { signal });
  }

  /** Finds the entry at the pointer before each frame. */
  update(): void {
    const scene = this.#use.scene();
    const point = this.#point;
    const before = this.#hit?.entry;
    this.#hit = scene === undefined || point === undefined || this.dragging ? undefined : hit(scene, point.x, point.y);
    this.#element?.setAttribute(
      "data-over",
      this.dragging ? "drag" : this.#hit !== undefined ? "entry" : this.#onBrush(point) ? "brush" : "",
    );
    if (this.#hit?.entry !== before) this.#use.changed();
  }

  /** Reports whether a point is where the conversation's viewport can be dragged: on its bar above the lanes. */
  #onBrush(point: { readonly x: number; readonly y: number } | undefined): boolean {
    const brush = this.#use.scene()?.brush;
    if (point === undefined || brush === undefined || point.y > RULER + PINS) return false;
    return point.x >= brush[0] - GRIP && point.x <= brush[1] + GRIP;
  }

  #place(event: MouseEvent): { readonly x: number; readonly y: number } {
    const box = this.#element?.getBoundingClientRect();
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
  }

  /**
   * The wheel zooms, as does pinching on a touchpad; sideways or with Shift, it pans. If the page around the viewer or
   * the lanes can scroll, it zooms only with Ctrl or ⌘.
   */
  readonly #onWheel = (event: WheelEvent): void => {
    const scene = this.#use.scene();
    if (scene === undefined) return;
    const step = event.deltaMode === 1 ? 18 : 1;
    const plain = !event.shiftKey && Math.abs(event.deltaY) > Math.abs(event.deltaX);
    if (event.ctrlKey || event.metaKey || (plain && this.#use.hasOnlyLanes() && !this.#scrolls())) {
      event.preventDefault();
      const by = Math.max(-120, Math.min(120, event.deltaY * step));
      this.#use.show(scene.viewport.zoomedAt(2 ** (-by / 90), this.#place(event).x));
      return;
    }
    const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
    if (Math.abs(sideways) <= Math.abs(event.shiftKey ? 0 : event.deltaY) || !scene.viewport.zoomed) return;
    event.preventDefault();
    this.#use.show(scene.viewport.moved(sideways * step));
  };

  /** Reports whether the lanes overflow. */
  #scrolls(): boolean {
    const lanes = this.#element?.closest(".lanes");
    return lanes != null && lanes.scrollHeight > lanes.clientHeight + 1;
  }

  readonly #onDown = (event: PointerEvent): void => {
    const scene = this.#use.scene();
    if (scene === undefined || event.button !== 0) return;
    const at = this.#place(event);
    this.#down.set(event.pointerId, at);
    this.#element?.setPointerCapture(event.pointerId);
    if (this.#down.size > 1) {
      this.#drag = undefined;
      return;
    }
    this.#moved = false;
    this.#point = at;
    const { brush } = scene;
    this.#drag =
      brush !== undefined && this.#onBrush(at)
        ? { kind: "brush", x: at.x, brush }
        : event.pointerType === "mouse" && !event.shiftKey
          ? { kind: "select", x: at.x }
          : { kind: "pan", x: at.x, viewport: scene.viewport };
  };

  readonly #onMove = (event: PointerEvent): void => {
    const scene = this.#use.scene();
    const at = this.#place(event);
    const before = this.#down.get(event.pointerId);
    if (scene !== undefined && before !== undefined && this.#down.size === 2)
      this.#pinch(scene, event.pointerId, before, at);
    if (before !== undefined) this.#down.set(event.pointerId, at);
    this.#point = at;
    const drag = this.#drag;
    if (drag !== undefined && (this.#moved || Math.abs(at.x - drag.x) > CLICK)) {
      this.#moved = true;
      if (drag.kind === "pan") this.#use.show(drag.viewport.moved(drag.x - at.x));
      else if (drag.kind === "select") {
        const to = Math.max(0, Math.min(at.x, scene?.viewport.width ?? at.x));
        this.#selection = [Math.min(drag.x, to), Math.max(drag.x, to)];
      } else {
        const by = at.x - drag.x;
        this.#brush = [drag.brush[0] + by, drag.brush[1] + by];
        this.#use.scrollTo(drag.brush[0] + by);
      }
    }
    this.#use.moved();
  };

  /** Zooms with two fingers and keeps what is between them in place. */
  #pinch(scene: Scene, moved: number, before: { readonly x: number }, at: { readonly x: number }): void {
    const other = [...this.#down].find(([id]) => id !== moved)?.[1];
    if (other === undefined) return;
    this.#moved = true;
    const [was, is] = [Math.abs(before.x - other.x), Math.abs(at.x - other.x)];
    const zoomed = scene.viewport.zoomedAt(Math.max(10, is) / Math.max(10, was), (before.x + other.x) / 2);
    this.#use.show(zoomed.moved((before.x - at.x) / 2));
  }

  readonly #onUp = (event: PointerEvent): void => {
    const clicked = this.#drag !== undefined && !this.#moved;
    const selection = this.#selection;
    const scene = this.#use.scene();
    this.#end(event);
    if (scene !== undefined && selection !== undefined && selection[1] - selection[0] >= MIN_SELECTION)
      this.#use.move(scene.viewport.zoomedTo(...selection));
    if (!clicked) return;
    const at = this.#place(event);
    const found = scene === undefined ? undefined : hit(scene, at.x, at.y);
    if (found !== undefined) this.#use.open(found.entry);
    else this.#use.scrollTo(at.x);
  };

  readonly #onCancel = (event: PointerEvent): void => this.#end(event);

  #end(event: PointerEvent): void {
    this.#down.delete(event.pointerId);
    this.#drag = this.#brush = this.#selection = undefined;
    if (event.pointerType !== "mouse") this.#point = undefined;
    this.#use.moved();
  }

  readonly #onLeave = (): void => {
    this.#point = undefined;
    this.#use.moved();
  };

  readonly #onDouble = (event: MouseEvent): void => {
    const scene = this.#use.scene();
    if (scene !== undefined) this.#use.show(scene.viewport.zoomedAt(3, this.#place(event).x));
  };
}
