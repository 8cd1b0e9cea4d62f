import type { Axis } from "./axis";

const FOLD = 30; // px, the width of a fold when there is room
const FOLDS_SHARE = 0.3; // of the width, the maximum for all folds
const CLOSEST = { time: 0.5, even: 80 } as const; // px per unit: 2 s are 1000 px

/** The visible range of an axis, `width` px wide. Viewports are immutable. */
export class Viewport {
  readonly axis: Axis;
  readonly width: number;
  /** px per unit. */
  readonly scale: number;
  /** The scroll offset, in px. */
  readonly left: number;
  /** The width of a fold, in px. */
  readonly fold: number;

  private constructor(axis: Axis, width: number, scale: number, left: number) {
    this.axis = axis;
    this.width = Math.max(1, width);
    const whole = wholeScale(axis, this.width);
    this.scale = Math.max(whole, Math.min(scale, Math.max(whole, CLOSEST[axis.pace])));
    this.fold = foldWidth(axis, this.width, this.scale / whole);
    this.left = Math.max(0, Math.min(left, this.content - this.width));
  }

  static whole(axis: Axis, width: number): Viewport {
    return new Viewport(axis, width, 0, 0);
  }

  /** The width of the whole axis, in px. */
  get content(): number {
    return this.axis.length * this.scale + this.axis.folds.length * this.fold;
  }

  get zoomed(): boolean {
    return this.content > this.width + 0.5;
  }

  all(): Viewport {
    return Viewport.whole(this.axis, this.width);
  }

  x(unit: number, folds: number): number {
    return unit * this.scale + folds * this.fold - this.left;
  }

  startX(entry: number): number {
    return this.x(this.axis.start[entry] ?? 0, this.axis.foldsAtStart[entry] ?? 0);
  }

  endX(entry: number): number {
    return this.x(this.axis.end[entry] ?? 0, this.axis.foldsAtEnd[entry] ?? 0);
  }

  /** Returns the position at x: units, and preceding folds including a fraction of one. */
  at(x: number): { readonly unit: number; readonly folds: number } {
    const place = x + this.left;
    const { folds } = this.axis;
    let low = 0;
    let high = folds.length;
    while (low < high) {
      const mid = (low + high) >> 1;
      if ((folds[mid]?.at ?? 0) * this.scale + mid * this.fold <= place) low = mid + 1;
      else high = mid;
    }
    const last = folds[low - 1];
    if (last !== undefined) {
      const within = (place - last.at * this.scale - (low - 1) * this.fold) / Math.max(this.fold, 1e-9);
      if (within < 1) return { unit: last.at, folds: low - 1 + within };
    }
    return { unit: (place - low * this.fold) / this.scale, folds: low };
  }

  moved(px: number): Viewport {
    return new Viewport(this.axis, this.width, this.scale, this.left + px);
  }

  /** Returns the viewport zoomed by a factor around x. */
  zoomedAt(factor: number, x: number): Viewport {
    const { unit, folds } = this.at(x);
    const next = new Viewport(this.axis, this.width, this.scale * factor, 0);
    return new Viewport(this.axis, this.width, next.scale, unit * next.scale + folds * next.fold - x);
  }

  /** Returns the viewport that shows the range between two positions. */
  zoomedTo(from: number, to: number): Viewport {
    const [start, end] = [this.at(from), this.at(to)];
    const folds = end.folds - start.folds;
    const room = Math.max(this.width * 0.25, this.width - folds * FOLD);
    const next = new Viewport(this.axis, this.width, room / Math.max(end.unit - start.unit, 1e-9), 0);
    const middle = ((start.unit + end.unit) * next.scale + (start.folds + end.folds) * next.fold) / 2;
    return new Viewport(this.axis, this.width, next.scale, middle - this.width / 2);
  }

  resized(width: number): Viewport {
    if (!this.zoomed) return Viewport.whole(this.axis, width);
    const { unit, folds } = this.at(0);
    const next = new Viewport(this.axis, width, this.scale, 0);
    return new Viewport(this.axis, width, next.scale, unit * next.scale + folds * next.fold);
  }

  /** Returns the same range of time on another axis, as far as possible. */
  onAxis(axis: Axis): Viewport {
    if (!this.zoomed) return Viewport.whole(axis, this.width);
    const time = (x: number): number => {
      const { unit, folds } = this.at(x);
      return this.axis.timeAt(unit, Math.floor(folds));
    };
    return Viewport.between(axis, this.width, time(0), time(this.width));
  }

  /** Returns the viewport from one time to another. */
  static between(axis: Axis, width: number, from: number, to: number): Viewport {
    const [first, last] = [axis.foldsBefore(from), axis.foldsBefore(to)];
    const [start, end] = [axis.unitAt(from, first), axis.unitAt(to, last)];
    const room = Math.max(width * 0.25, width - (last - first) * FOLD);
    const next = new Viewport(axis, width, room / Math.max(end - start, 1e-9), 0);
    const middle = (start * next.scale + first * next.fold + end * next.scale + last * next.fold) / 2;
    return new Viewport(axis, width, next.scale, middle - width / 2);
  }

  /** Interpolates between this viewport and another one on the same axis. */
  interpolate(other: Viewport, share: number): Viewport {
    if (share >= 1) return other;
    const scale = this.scale * (other.scale / this.scale) ** share;
    const next = new Viewport(other.axis, other.width, scale, 0);
    const middle = (viewport: Viewport): { unit: number; folds: number } => viewport.at(viewport.width / 2);
    const [a, b] = [middle(this), middle(other)];
    const mix = (from: number, to: number): number => from + (to - from) * share;
    return new Viewport(
      other.axis,
      other.width,
      next.scale,
      mix(a.unit, b.unit) * next.scale + mix(a.folds, b.folds) * next.fold - other.width / 2,
    );
  }
}

function wholeScale(axis: Axis, width: number): number {
  const folds = Math.min(axis.folds.length * FOLD, width * FOLDS_SHARE);
  return (width - folds) / axis.length;
}

/** Folds grow with the zoom, up to their maximum width. */
function foldWidth(axis: Axis, width: number, zoom: number): number {
  if (axis.folds.length === 0) return 0;
  return Math.min(FOLD, (Math.min(axis.folds.length * FOLD, width * FOLDS_SHARE) / axis.folds.length) * zoom);
}
