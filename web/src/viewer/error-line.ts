import { strings } from "./strings";
import { type ReactiveController, type ReactiveControllerHost, type TemplateResult, html, nothing } from "lit";
import { onReportedError } from "../base/report-error";
import { copy } from "../content/copy";
import { isFailure } from "../parser/failure";
import { icon } from "../ui/icon";

const MAX_ERRORS = 10; // errors whose details are copied
const MAX_CAUSES = 5;

/** The line that reports unexpected errors and offers to copy their details. */
export class ErrorLine implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #isShown: () => boolean;
  #copied: boolean | undefined;
  #errors: readonly string[] = [];
  #count = 0;
  #stop: () => void = () => undefined;

  /** While the line is not shown, another one reports the errors, if there is one. */
  constructor(host: ReactiveControllerHost, isShown = () => true) {
    this.#host = host;
    this.#isShown = isShown;
    host.addController(this);
  }

  hostConnected(): void {
    this.#stop = onReportedError((error) => {
      if (!this.#isShown()) return false;
      this.#count++;
      this.#copied = undefined;
      this.#errors = [...this.#errors, describe(error)].slice(-MAX_ERRORS);
      this.#host.requestUpdate();
      return true;
    });
  }

  hostDisconnected(): void {
    this.#stop();
  }

  readonly #copy = async ({ currentTarget }: Event): Promise<void> => {
    if (!(currentTarget instanceof HTMLElement)) return;
    const details = [`Unspool ${version()}`, navigator.userAgent, ...this.#errors].join("\n\n");
    this.#copied = await copy(details, currentTarget);
    this.#host.requestUpdate();
  };

  readonly #close = (): void => {
    this.#count = 0;
    this.#copied = undefined;
    this.#errors = [];
    this.#host.requestUpdate();
  };

  /** Renders the line with buttons of a class. */
  render(button = "primary"): TemplateResult | typeof nothing {
    if (this.#count === 0) return nothing;
    const { copyDetails, detailsCopied, detailsNotCopied } = strings;
    const label = this.#copied === undefined ? copyDetails : this.#copied ? detailsCopied : detailsNotCopied;
    return html`<div class="trouble error-line" role="alert">
      ${icon("alert")}
      <p>${strings.errors(this.#count)}</p>
      <button type="button" class=${button} aria-live="polite" @click=${this.#copy}>${label}</button>
      <button type="button" class=${button} @click=${this.#close}>${strings.close}</button>
    </div>`;
  }
}

/**
 * Returns the version that the build wrote into the page (build/site/version.go). Other pages that show a viewer have
 * none.
 */
function version(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="unspool:version"]')?.content ?? "";
}

/** Describes an error and where it came from, without any session content. */
function describe(error: unknown, depth = 0): string {
  if (isFailure(error)) return error.code;
  if (!(error instanceof Error)) return typeof error;
  // Syntax errors quote the text that could not be parsed, and DOM exceptions the value that was refused.
  const isQuoting = error.name === "SyntaxError" || error instanceof DOMException;
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s*at .*:\d+\)?$|@.*:\d+$/.test(line));
  return [
    isQuoting ? error.name : `${error.name}: ${error.message}`,
    ...frames,
    ...(error.cause === undefined || depth === MAX_CAUSES
      ? []
      : [`${strings.causedBy} ${describe(error.cause, depth + 1)}`]),
  ].join("\n");
}
