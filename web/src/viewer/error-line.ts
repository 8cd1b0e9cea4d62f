import { strings } from "./strings";
import { type ReactiveController, type ReactiveControllerHost, type TemplateResult, html, nothing } from "lit";
import { onReportedError } from "../base/report-error";
import { copy } from "../content/copy";
import { isFailure } from "../parser/failure";
import { icon } from "../ui/icon";

const MAX_ERRORS = 10; // errors whose details are copied
const MAX_CAUSES = 5;

interface Host extends ReactiveControllerHost {
  announce(text: string): void;
}

/** The line below a conversation that reports unexpected errors and offers to copy their details. */
export class ErrorLine implements ReactiveController {
  readonly #host: Host;
  #errors: readonly string[] = [];
  #count = 0;
  #stop: () => void = () => undefined;

  constructor(host: Host) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.#stop = onReportedError((error) => {
      this.#count++;
      this.#errors = [...this.#errors, describe(error)].slice(-MAX_ERRORS);
      this.#host.requestUpdate();
    });
  }

  hostDisconnected(): void {
    this.#stop();
  }

  readonly #copy = async ({ currentTarget }: Event): Promise<void> => {
    if (!(currentTarget instanceof HTMLElement)) return;
    const { detailsCopied: copied, detailsNotCopied: notCopied } = strings;
    const details = [`Unspool ${version()}`, navigator.userAgent, ...this.#errors].join("\n\n");
    this.#host.announce((await copy(details, currentTarget)) ? copied : notCopied);
  };

  readonly #close = (): void => {
    this.#count = 0;
    this.#errors = [];
    this.#host.requestUpdate();
  };

  render(): TemplateResult | typeof nothing {
    if (this.#count === 0) return nothing;
    return html`<div class="trouble error-line" role="alert">
      ${icon("alert")}
      <p>${strings.errors(this.#count)}</p>
      <button type="button" class="primary" @click=${this.#copy}>${strings.copyDetails}</button>
      <button type="button" class="primary" @click=${this.#close}>${strings.close}</button>
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
