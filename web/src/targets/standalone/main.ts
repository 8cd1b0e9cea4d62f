// The app in a standalone page. It opens the files saved in the page, if any, at once.
import { type TemplateResult, html } from "lit";
import { AppElement } from "../app/app";
import { AppSession } from "../app/viewer";
import type { FoundSources, ScanOptions } from "../../session/sources/directory-walker";
import { define } from "../../viewer/define";
import { saveText } from "../../base/save";
import { tokens } from "../../ui/tokens";
import { strings } from "./strings";
import { readHandles } from "./handles";
import { holdsFiles, unpackFiles } from "./embedded-session";
import { inflate, ownSource, packed, packedNames } from "./inline-assets";

class StandaloneElement extends AppElement {
  protected override readonly source = ownSource;

  override connectedCallback(): void {
    super.connectedCallback();
    if (!holdsFiles()) return;
    this.style.visibility = "hidden"; // hides the landing page for a moment
    void this.openEmbedded(unpackFiles()).finally(() => (this.style.visibility = ""));
  }

  protected override footer(): TemplateResult {
    return html`${strings.alone} <a href="#" @click=${this.#saveLicenses}>${strings.licenses}</a>`;
  }

  readonly #saveLicenses = async (event: Event): Promise<void> => {
    event.preventDefault();
    const file = packed(packedNames.licenses);
    if (file !== undefined) saveText("licenses.txt", [await inflate(file)]);
  };

  protected override scanDrop(data: DataTransfer, options: ScanOptions): Promise<FoundSources> {
    return readHandles(data, options) ?? super.scanDrop(data, options);
  }
}

const sheet = tokens.styleSheet;
if (sheet !== undefined) document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
define(AppSession);
customElements.define("unspool-app", StandaloneElement);
