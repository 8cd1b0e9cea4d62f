import { type TemplateResult, html } from "lit";
import embedDark from "../../../../pictures/embed-dark.webp";
import embedLight from "../../../../pictures/embed-light.webp";
import filesDark from "../../../../pictures/files-dark.webp";
import filesLight from "../../../../pictures/files-light.webp";
import previewDark from "../../../../pictures/preview-dark.webp";
import previewLight from "../../../../pictures/preview-light.webp";
import storyDark from "../../../../pictures/story-dark.webp";
import storyLight from "../../../../pictures/story-light.webp";
import usageDark from "../../../../pictures/usage-dark.webp";
import usageLight from "../../../../pictures/usage-light.webp";
import type { Theme } from "../../../viewer/page";

/** The pictures that `make screenshots` takes, in both themes. All have the same size except that of the preview. */
const pictures = {
  story: [storyLight, storyDark],
  usage: [usageLight, usageDark],
  files: [filesLight, filesDark],
  embed: [embedLight, embedDark],
  preview: [previewLight, previewDark],
} as const;

/** When the dark one of two pictures is shown. */
const darkMedia: Record<Theme, string> = { auto: "(prefers-color-scheme: dark)", light: "not all", dark: "all" };

/** Renders a picture in the page's theme. Without a network it is left out. */
export function picture(name: keyof typeof pictures, alt: string, theme: Theme): TemplateResult {
  const [light, dark] = pictures[name].map((path) => new URL(path, import.meta.url).href);
  const [width, height] = name === "preview" ? [1360, 1120] : [1280, 860];
  // The size comes first: it must be known when the browser decides whether to load the picture.
  return html`<picture>
    <source srcset=${dark ?? ""} media=${darkMedia[theme]} />
    <img
      width=${width}
      height=${height}
      src=${light ?? ""}
      alt=${alt}
      loading="lazy"
      decoding="async"
      fetchpriority="low"
      @error=${hide}
    />
  </picture>`;
}

function hide({ currentTarget }: Event): void {
  if (!(currentTarget instanceof HTMLElement)) return;
  const figure = currentTarget.closest<HTMLElement>(".pictures figure");
  (figure ?? currentTarget).hidden = true;
}
