import { type TemplateResult, html } from "lit";

/** Renders a select element. */
export function choose<T extends string>(
  label: string,
  names: readonly T[],
  labels: Readonly<Record<T, string>>,
  now: T,
  take: (name: T) => void,
): TemplateResult {
  return html`<select
    class="framed"
    name=${label}
    aria-label=${label}
    @change=${({ currentTarget }: Event) => {
      const name = currentTarget instanceof HTMLSelectElement ? names[currentTarget.selectedIndex] : undefined;
      if (name !== undefined) take(name);
    }}
  >
    ${names.map((name) => html`<option ?selected=${name === now}>${labels[name]}</option>`)}
  </select>`;
}
