import { number, count } from "../../base/format";

export const strings = {
  brokenFile: "This file could not be decoded.",
  details: "Details",
  document: "Document",
  remoteImage: (host: string) => `Image on ${host} (not loaded)`,
  imageOf: (n: number, of: number, name: string, width: number, height: number, size: string) =>
    [
      `Image${of === 1 ? "" : ` ${n} of ${of}`}${name === "" ? "" : `: ${name}`}`,
      width > 0 ? `${number(width)} × ${number(height)}` : "",
      size,
    ]
      .filter((one) => one !== "")
      .join(", "),
  imageSize: (width: number, height: number, size: string) => `${number(width)} × ${number(height)} · ${size}`,
  moreImages: (n: number) => `Show ${count(n, "more image")}`,
  imagesLeft: (n: number, orFiles: boolean) =>
    `${
      orFiles
        ? count(n, "more image or file is", "more images or files are")
        : count(n, "more image is", "more images are")
    } in the record.`,
  pdf: (size: string) => `PDF · ${size}`,
  download: "Download",
  downloadOf: (name: string) => `Download ${name}`,
  cutImage: "incomplete",
  brokenImage: "This image could not be decoded.",
  hugeImage: "This image is too large to show.",
  notImage: (type: string) => `Not shown: ${type || "unknown type"}`,
  actual: "100 %",
  previous: "Previous image",
  next: "Next image",
} as const;
