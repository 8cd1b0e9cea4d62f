import { heightOf, lanesShown } from "./geometry";
import { paintMoving, paintStill } from "./paint";
import type { Scene } from "./scene";

const SHARPEST = 3; // device pixels per CSS pixel

/**
 * Draws the strip. The static part is drawn once and copied while the conversation is scrolled or the pointer moves.
 */
export class TimelineRenderer {
  #still: { readonly canvas: HTMLCanvasElement; readonly scene: Scene } | undefined;

  draw(canvas: HTMLCanvasElement, scene: Scene): void {
    const { width } = scene.viewport;
    const height = heightOf(scene.sizes, lanesShown(scene.spans, scene.allLanes));
    const ratio = Math.min(devicePixelRatio, SHARPEST);
    const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
    const context = sized(canvas, wide, high);
    if (context === null) return;
    canvas.style.height = `${height}px`;
    const still = this.#stillOf(scene, wide, high, ratio);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, wide, high);
    context.drawImage(still, 0, 0);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    paintMoving(context, scene);
  }

  #stillOf(scene: Scene, wide: number, high: number, ratio: number): HTMLCanvasElement {
    const before = this.#still;
    const same =
      before?.canvas.width === wide &&
      before.canvas.height === high &&
      before.scene.spans === scene.spans &&
      before.scene.viewport === scene.viewport &&
      before.scene.allLanes === scene.allLanes &&
      before.scene.sizes === scene.sizes &&
      before.scene.colors === scene.colors &&
      before.scene.dates === scene.dates;
    if (same) return before.canvas;
    const canvas = before?.canvas ?? document.createElement("canvas");
    const context = sized(canvas, wide, high);
    if (context !== null) {
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, wide, high);
      paintStill(context, scene);
    }
    this.#still = { canvas, scene };
    return canvas;
  }
}

function sized(canvas: HTMLCanvasElement, wide: number, high: number): CanvasRenderingContext2D | null {
  if (canvas.width !== wide || canvas.height !== high) {
    canvas.width = wide;
    canvas.height = high;
  }
  return canvas.getContext("2d");
}
