import type { Colors } from "./colors";

const layers = ["thinking", "reply", "tool", "failed"] as const;
type Layer = (typeof layers)[number];

/** The styles of a lane's columns: model time is above its line, calls are below. */
interface Columns {
  readonly line: number;
  readonly up: number;
  readonly down: number;
  readonly colors: Colors;
  /** The color of the lane's agent. */
  readonly agent: string | undefined;
}

const MIN_WIDTH = 2.5; // px; every entry remains visible

/** Accumulates how much of each pixel column is covered by entries narrower than one. */
export class Density {
  readonly #width: number;
  readonly #layers: Readonly<Record<Layer, Float32Array>>;
  #from = Infinity;
  #to = -1;
  /** The agent that was added last. */
  agent = 0;

  constructor(width: number) {
    this.#width = Math.ceil(width);
    const make = (): Float32Array => new Float32Array(this.#width);
    this.#layers = { thinking: make(), reply: make(), tool: make(), failed: make() };
  }

  clear(): void {
    if (this.#to >= 0) for (const layer of layers) this.#layers[layer].fill(0);
    this.#from = Infinity;
    this.#to = -1;
    this.agent = 0;
  }

  add(layer: Layer, x: number, width: number): void {
    const column = Math.floor(x);
    if (column < 0 || column >= this.#width) return;
    const values = this.#layers[layer];
    values[column] = (values[column] ?? 0) + Math.max(width, 0.02);
    if (column < this.#from) this.#from = column;
    if (column > this.#to) this.#to = column;
  }

  paint(context: CanvasRenderingContext2D, { line, up, down, colors, agent }: Columns): void {
    if (this.#to < 0) return;
    this.#paint(
      context,
      ["reply", "thinking"],
      line,
      -up,
      (layer) => agent ?? colors.of(layer),
      agent === undefined ? 1 : 0.85,
    );
    this.#paint(
      context,
      ["failed", "tool"],
      line + 1,
      down - 1,
      (layer) => (layer === "failed" ? colors.of("failed") : (agent ?? colors.of("tool"))),
      agent === undefined ? 1 : 0.5,
    );
  }

  /** Stacks layers, away from the line. */
  #paint(
    context: CanvasRenderingContext2D,
    order: readonly Layer[],
    line: number,
    room: number,
    colorOf: (layer: Layer) => string,
    alpha: number,
  ): void {
    context.globalAlpha = alpha;
    const direction = Math.sign(room);
    const most = Math.abs(room);
    const below = new Float32Array(this.#to + 1 - this.#from);
    for (const layer of order) {
      const values = this.#layers[layer];
      context.fillStyle = colorOf(layer);
      for (let column = this.#from; column <= this.#to; column++) {
        const share = values[column] ?? 0;
        if (share === 0) continue;
        const from = below[column - this.#from] ?? 0;
        const height = Math.min(most - from, Math.max(MIN_WIDTH, Math.min(1, share) * most));
        if (height <= 0) continue;
        context.fillRect(column, direction < 0 ? line - from - height : line + from, 1, height);
        below[column - this.#from] = from + height;
      }
    }
    context.globalAlpha = 1;
  }
}
