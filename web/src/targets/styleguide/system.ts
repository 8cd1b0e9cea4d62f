import { type TemplateResult, html } from "lit";
import { icon, iconNames, type IconName } from "../../ui/icon";
import { tokens } from "../../ui/tokens";
import { type Color, contrast } from "../../ui/contrast";

/** A custom property of the visual system, as its sheet declares it. */
interface Token {
  readonly name: string;
  readonly value: string;
}

/** Returns all tokens in order, so that new ones appear in the guide automatically. */
function all(): readonly Token[] {
  const found = new Map<string, Token>();
  for (const [, name = "", value = ""] of tokens.cssText.matchAll(/--(u-[a-z0-9-]+):\s*([^;}]+)/g)) {
    if (!found.has(name)) found.set(name, { name, value: value.trim() });
  }
  return [...found.values()];
}

function tokensMatching(pattern: RegExp): readonly Token[] {
  return all().filter(({ name }) => pattern.test(name));
}

const hues = /^u-(?:red|orange|yellow|green|cyan|blue|purple|pink)$/;
const inks = /^u-(?:ink|ink-2|ink-3|accent|bad|good|warn)$/;
const grounds = /^u-(?:bg|raised|sunken|hover)$/;

const roles: Readonly<Record<string, string>> = {
  "u-size-l": "Headings of panels and states",
  "u-size": "Messages: what you asked and what Claude said",
  "u-size-m": "Tool lines, code and terminals",
  "u-size-s": "Labels, times and numbers",
  "u-size-f": "The faintest lines, controls of code",
  "u-size-xs": "Marks inside labels",
};

export function type(): TemplateResult {
  return html`<div class="g-rows">
    ${Object.entries(roles).map(
      ([name, role]) =>
        html`<div>
          <p class="g-figure">${name.slice(2)}<br /><span data-px=${name}></span></p>
          <p class="g-sample" data-size=${name}>${role}</p>
        </div>`,
    )}
    <div>
      <p class="g-figure">weights</p>
      <p class="g-weights">
        <span data-weight="400">Regular</span> <span data-weight="var(--u-medium)">Medium</span>
        <span data-weight="var(--u-strong)">Strong</span>
      </p>
    </div>
    <div>
      <p class="g-figure">mono</p>
      <p class="g-mono">high(1042) === "06:12" // 0O 1lI</p>
    </div>
    <div>
      <p class="g-figure">inks</p>
      <p>
        ${tokensMatching(/^u-ink/).map(
          ({ name }) =>
            html`<span data-front=${name}>${["Read", "Scanned", "Looked up"][Number(name.slice(6) || 1) - 1]}</span> `,
        )}
      </p>
    </div>
  </div>`;
}

export function space(): TemplateResult {
  return html`<div class="g-rows">
      ${tokensMatching(/^u-(?:\d|row|gutter|icon|column)$/).map(
        ({ name }) =>
          html`<div>
            <p class="g-figure">${name.slice(2)}<br /><span data-px=${name}></span></p>
            <p class="g-bar" data-width=${name}></p>
          </div>`,
      )}
    </div>
    <div class="g-tiles">
      ${tokensMatching(/^u-(?:radius|pill)/).map(
        ({ name, value }) =>
          html`<figure>
            <div class="g-round" data-radius=${name}></div>
            <figcaption>${name.slice(2)} · ${value}</figcaption>
          </figure>`,
      )}
      <figure>
        <div class="g-round g-shadow"></div>
        <figcaption>shadow</figcaption>
      </figure>
    </div>`;
}

const schemes = ["light", "dark"] as const;

export function color(): TemplateResult {
  const tints = all().filter(
    ({ name, value }) =>
      value.includes("light-dark") && ![hues, inks, grounds, /^u-shadow/].some((one) => one.test(name)),
  );
  return html`${swatches("Backgrounds", tokensMatching(grounds))}
    ${swatches("Text, accent and outcomes", tokensMatching(inks))} ${swatches("Lines and tints", tints)}
    ${swatches("Agents, by the team color names in Claude Code", tokensMatching(hues))}
    <h3 class="g-h3">Contrast</h3>
    <p class="g-note">Measured here and now. All must reach 4.5.</p>
    <div class="g-pair">
      ${schemes.map(
        (scheme) =>
          html`<div class="g-ground" data-scheme=${scheme}>
            <table class="g-contrast">
              <caption>
                ${scheme}
              </caption>
              <thead>
                <tr>
                  <td></td>
                  ${tokensMatching(grounds).map(({ name }) => html`<th scope="col">${name.slice(2)}</th>`)}
                </tr>
              </thead>
              <tbody>
                ${[...tokensMatching(inks), ...tokensMatching(hues)].map(
                  ({ name }) =>
                    html`<tr>
                      <th scope="row">${name.slice(2)}</th>
                      ${tokensMatching(grounds).map((back) => html`<td data-measured data-front=${name} data-back=${back.name}></td>`)}
                    </tr>`,
                )}
              </tbody>
            </table>
          </div>`,
      )}
    </div>`;
}

function swatches(title: string, list: readonly Token[]): TemplateResult {
  return html`<h3 class="g-h3">${title}</h3>
    <div class="g-pair">
      ${schemes.map(
        (scheme) =>
          html`<div class="g-ground g-swatches" data-scheme=${scheme}>
            ${list.map(
              ({ name }) =>
                html`<figure>
                  <div class="g-swatch" data-back=${name}></div>
                  <figcaption>${name.slice(2)}</figcaption>
                </figure>`,
            )}
          </div>`,
      )}
    </div>`;
}

export function motion(): TemplateResult {
  return html`<div class="g-tiles">
    ${[
      { name: "quick", says: "A state: hover, press, a chevron" },
      { name: "calm", says: "A position: something opens or moves" },
    ].map(
      ({ name, says }) =>
        html`<button type="button" class="g-motion" data-motion=${name}>
          <span class="g-track"><span class="g-ball"></span></span>${name}<small>${says}</small>
        </button>`,
    )}
  </div>`;
}

export function icons(): TemplateResult {
  return html`<div class="g-icons">
    ${iconNames.map(
      (name) =>
        html`<figure>
          ${icon(name as IconName)}
          <figcaption>${name}</figcaption>
        </figure>`,
    )}
  </div>`;
}

/** Applies values of the system to the elements that show them: the page's policy forbids style attributes. */
export function paint(root: ParentNode): void {
  const each = (name: string, set: (element: HTMLElement, value: string) => void): void => {
    for (const element of root.querySelectorAll<HTMLElement>(`[data-${name}]`))
      set(element, element.dataset[name] ?? "");
  };
  each("front", ({ style }, value) => (style.color = `var(--${value})`));
  each("back", ({ style }, value) => (style.backgroundColor = `var(--${value})`));
  each("size", ({ style }, value) => (style.fontSize = `var(--${value})`));
  each("weight", ({ style }, value) => (style.fontWeight = value));
  each("width", ({ style }, value) => (style.inlineSize = `var(--${value})`));
  each("px", (element, value) => (element.textContent = pixels(element, value)));
  each("radius", ({ style }, value) => (style.borderRadius = `var(--${value})`));
  measure(root);
}

/** Returns the computed value of a length of the system. */
function pixels(element: HTMLElement, name: string): string {
  element.style.textIndent = `var(--${name})`; // changes nothing for inline elements
  return getComputedStyle(element).textIndent;
}

/** Writes the contrast of every cell as rendered. */
function measure(root: ParentNode): void {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (canvas === null) return;
  const seen = (color: string): Color => {
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue];
  };
  for (const cell of root.querySelectorAll<HTMLElement>("[data-measured]")) {
    const style = getComputedStyle(cell);
    const ratio = contrast(seen(style.color), seen(style.backgroundColor));
    cell.textContent = ratio.toFixed(1);
    cell.toggleAttribute("data-low", ratio < 4.5);
  }
}
