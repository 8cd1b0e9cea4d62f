import type { Picture } from "../../parser/protocol";

/** Where the fixtures' pictures stand in their file, which does not exist. */
export const PICTURES = { landscape: 1, small: 2, broken: 3, huge: 4 } as const;

const nothing = new Uint8Array();

/** Draws a picture: what a session would hold as base64. */
export function picture(offset: number): Promise<Picture> {
  switch (offset) {
    case PICTURES.landscape:
      return render(640, 360);
    case PICTURES.small:
      return render(96, 96);
    case PICTURES.huge:
      return Promise.resolve({ type: "image/png", bytes: nothing, width: 30_000, height: 20_000 });
    default:
      return Promise.resolve({ type: "", bytes: nothing, width: 0, height: 0 });
  }
}

/** A lighthouse coast: sky, sun, three ranges of hills. */
async function render(width: number, height: number): Promise<Picture> {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const to = canvas.getContext("2d");
  if (to === null) return { type: "", bytes: nothing, width: 0, height: 0 };
  const sky = to.createLinearGradient(0, 0, 0, height);
  sky.addColorStop(0, "#1f4a63");
  sky.addColorStop(1, "#f2c48d");
  to.fillStyle = sky;
  to.fillRect(0, 0, width, height);
  to.fillStyle = "#ffe9c4";
  to.beginPath();
  to.arc(width * 0.7, height * 0.52, height * 0.09, 0, 7);
  to.fill();
  ["#5f7f86", "#365a63", "#17343d"].forEach((colour, range) => {
    to.fillStyle = colour;
    to.beginPath();
    to.moveTo(0, height);
    for (let x = 0; x <= width; x += 4) {
      const wave =
        Math.sin((x / width) * (5 + range * 2) + range * 2) * 0.05 + Math.sin((x / width) * 17 + range) * 0.012;
      to.lineTo(x, height * (0.62 + range * 0.12 + wave));
    }
    to.lineTo(width, height);
    to.fill();
  });
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  return { type: "image/png", bytes: new Uint8Array((await blob?.arrayBuffer()) ?? []), width, height };
}
