import type { SessionEvents } from "../../session/events";
import { formatViewUrl } from "../../session/view-location";
import { EmbedElement } from "../embed/embed-element";
import { stripInvisible } from "../../content/visible-text";
import { isFailure } from "../../parser/failure";
import type { SessionInfo } from "../../parser/model";
import type { Failure, Source } from "../../parser/protocol";
import { strings } from "./strings";
import { strings as embedStrings } from "../embed/strings";
import { urlsIn, isConfined, isSameHost, needsNoConsent, readFragment } from "./fragment";
import { type ParentMessage, Channel, Queue } from "./channel";
import { remoteFiles, standardLimits } from "../../session/sources/remote-files";
import { Height } from "./height";
import { type FrameNotice, noticeBox } from "./notice";
import { type Answer, type Id, type Refusal, type SessionFacts, version } from "./protocol";
import { type Settings, applySettings, hidesParts } from "./settings";
import { settled } from "../../base/report-error";
import { reportedFailure } from "../../parser/parser-loss";
import { isReplaced } from "../embed/suspend-controller";

/** The input of a viewer: files from the parent page, or addresses. */
interface ViewerInput {
  readonly files: readonly Source[];
  readonly urls: readonly URL[];
}

/** A viewer, its input and the outcome so far. */
interface ShownViewer {
  readonly input: ViewerInput;
  readonly id: Id | undefined; // of the request to load it
  readonly viewer: EmbedElement;
  readonly height: Height;
  readonly abortController: AbortController;
  readonly queue: Queue<Answer>; // calls to the viewer
  outcome: readonly SessionInfo[] | Failure | undefined;
  share: number; // as last reported
  narrowed: boolean; // whether only parts of the session were ever to be shown
  steered: boolean; // whether the parent page has ever named a record to go to
  moved: boolean; // whether the reader has used the viewer since the last request that moves it
}

const MAX_SESSIONS_SENT = 200; // sessions in one message
const MAX_TITLE_LENGTH = 80;

/** Failures that describe what is at an address. */
const contentFailures: ReadonlySet<Refusal> = new Set<Refusal>([
  "empty",
  "not-a-transcript",
  "no-sessions",
  "missing",
  "refused",
  "moved",
  "cut",
  "too-large",
]);

const replaced: Answer = { type: "error", code: "replaced", detail: "" };

/** embed.html: a viewer that fills the frame, controlled by the fragment of the address and by the parent page. */
export class EmbedPage {
  readonly #root: HTMLElement;
  readonly #channel: Channel;
  #settings: Settings = {};
  #title = ""; // "" for the title of the session
  #sessionName = ""; // the title of the session
  #src: string | undefined; // from the fragment
  #shown: ShownViewer | undefined;
  #refused: { readonly code: Refusal; readonly id: Id | undefined } | undefined; // why there is no viewer

  constructor(root: HTMLElement, here: Window) {
    this.#root = root;
    this.#channel = new Channel(here);
    here.addEventListener("hashchange", () => this.#follow());
    // A reader's move begins with one of these. The parent page can move the focus into the frame without them.
    for (const type of ["pointerdown", "keydown"])
      here.addEventListener(type, (event) => this.#setMoved(event.isTrusted), { capture: true });
    this.#follow();
    this.#channel.open((message) => this.#onMessage(message));
  }

  /** Applies the fragment. The parent page changes it to show something else. */
  #follow(): void {
    const request = readFragment(location.hash);
    if (request.kind === "version") {
      this.#src = undefined;
      this.#refuse("version", strings.version(request.asked));
      return;
    }
    this.#settings = request.settings;
    this.#title = request.title;
    this.#apply();
    if (request.src === this.#src) return;
    this.#src = request.src;
    if (request.src !== "") this.#openUrls(request.src);
    else if (this.#channel.hasParent) this.#show({ files: [], urls: [] }, undefined);
    else this.#refuse("address", { ...strings.alone, link: new URL("./", location.href).href });
  }

  #openUrls(src: string, id?: Id): void {
    const found = urlsIn(src, location);
    const isOwn = found?.every((url) => needsNoConsent(url, location)) === true;
    if (found === undefined) this.#refuse("address", strings.address, id);
    else if (this.#isConfined && !isOwn) this.#refuse("address", strings.confined(hosts(found)), id);
    else if (this.#channel.hasParent || isOwn) this.#show({ files: [], urls: found }, id);
    // A link to this page is no choice of the user, so it points to the page that asks first.
    else if (found.length === 1)
      this.#refuse("address", {
        ...strings.remote(hosts(found)),
        link: new URL(`view.html${location.hash}`, location.href).href,
      });
    else this.#refuse("address", strings.severalRemote(hosts(found)));
  }

  get #isConfined(): boolean {
    return this.#channel.hasParent && isConfined(location, document.referrer);
  }

  /** Shows in the page why there is no viewer. */
  #refuse(code: Refusal, notice: FrameNotice, id?: Id): void {
    this.#close();
    this.#refused = { code, id };
    this.#root.replaceChildren(noticeBox(notice));
    this.#replyStatus();
  }

  /** Each input is shown in a new viewer, so that later requests cannot reach earlier content. */
  #show(input: ViewerInput, id: Id | undefined): void {
    this.#close();
    this.#refused = undefined;
    const viewer = new EmbedElement();
    const abortController = new AbortController();
    const height = new Height(viewer, (px) => this.#sendHeight(shown, px), abortController.signal);
    const shown: ShownViewer = {
      input: input,
      id,
      viewer,
      height,
      abortController,
      queue: new Queue(),
      outcome: undefined,
      share: -1,
      narrowed: false,
      steered: false,
      moved: false,
    };
    this.#shown = shown;
    this.#listen(shown);
    this.#apply();
    const { files, urls } = input;
    const [url, another] = urls;
    // A redirect could lead to another host.
    if (this.#isConfined) viewer.fileFetcher = remoteFiles({ ...standardLimits, origins: new Set([location.origin]) });
    if (url !== undefined && another === undefined) viewer.linkTo = (at, session) => recordUrl(url, at, session);
    this.#root.replaceChildren(viewer);
    if (urls.length > 0) viewer.src = urls.join(" ");
    else if (files.length > 0) void settled(viewer.load(files)); // reported by the event
  }

  #close(): void {
    const shown = this.#shown;
    this.#shown = undefined;
    this.#sessionName = "";
    if (shown === undefined) return;
    shown.abortController.abort();
    shown.queue.end(replaced);
    shown.viewer.dispose();
    if (shown.outcome === undefined) this.#reply(shown.id, replaced);
  }

  #listen(shown: ShownViewer): void {
    const { viewer, abortController } = shown;
    const on = <K extends keyof SessionEvents>(name: K, then: (detail: SessionEvents[K]) => void): void => {
      viewer.addEventListener(
        name,
        (event: Event) => event instanceof CustomEvent && then(event.detail as SessionEvents[K]),
        { signal: abortController.signal },
      );
    };
    on("unspool-progress", ({ bytes, total }) => {
      // The exact share of a known number of bytes would be the size of the file.
      const share = total === 0 ? 0 : Math.min(10, Math.floor((bytes / total) * 10)) / 10;
      if (share !== shown.share) this.#channel.send({ type: "progress", share });
      shown.share = share;
    });
    on("unspool-ready", ({ sessions }) => {
      shown.outcome = sessions;
      if (sessions.length === 1) this.#setTitle(sessions[0]?.title);
      this.#replyStatus();
    });
    on("unspool-error", (why) => {
      if (!isFailure(why)) return;
      shown.outcome = why;
      this.#replyStatus();
    });
    on("unspool-show", ({ session }) => this.#setTitle(session?.title));
    on("unspool-select", ({ uuid, turn, prompt, kind }) => {
      if (this.#mayShare(shown)) this.#channel.send({ type: "select", uuid, turn, prompt, kind });
      else if (shown.moved && !shown.narrowed && !shown.steered)
        this.#channel.send({ type: "select", turn, prompt, kind });
    });
  }

  #setMoved(moved: boolean): void {
    if (this.#shown !== undefined) this.#shown.moved = moved;
  }

  #apply(): void {
    this.#setMoved(false);
    document.documentElement.dataset.theme = this.#settings.theme ?? "";
    if (this.#shown !== undefined) {
      this.#shown.narrowed ||= hidesParts(this.#settings);
      this.#shown.steered ||= (this.#settings.at ?? "") !== "";
      applySettings(this.#shown.viewer, this.#settings);
    }
    this.#setTitle(this.#sessionName);
  }

  /** Sets the frame's title for screen readers: the given one, or that of the session. */
  #setTitle(session = ""): void {
    this.#sessionName = session;
    document.title = stripInvisible((this.#title || session).slice(0, MAX_TITLE_LENGTH)) || embedStrings.label;
  }

  // Requests from the parent page

  #onMessage(message: ParentMessage): void {
    const { id } = message;
    if (message.kind === "wrong") {
      if (id !== undefined) this.#channel.send({ type: "error", code: "message", detail: message.field }, id);
      return;
    }
    const { request } = message;
    switch (request.type) {
      case "ping":
        this.#channel.send({ type: "pong", versions: [version] }, id);
        this.#replyStatus();
        this.#shown?.height.report();
        return;
      case "load":
        this.#title = request.title;
        if (typeof request.from === "string") this.#openUrls(request.from, id);
        else this.#show({ files: request.from, urls: [] }, id);
        return;
      case "set":
        this.#settings = { ...this.#settings, ...request.settings };
        this.#title = request.title ?? this.#title;
        this.#apply();
        this.#reply(id, { type: "reply" });
        return;
      case "goTo":
        this.#goTo(request.uuid, id);
        return;
      case "search":
        this.#search(request.text, id);
    }
  }

  /**
   * Goes to a record. A parent page that may not read the session gets its reply at once, whether or not there is such
   * a record. In a part of a session, the record could show what that part contains.
   */
  #goTo(uuid: string, id: Id | undefined): void {
    const shown = this.#shown;
    if (shown === undefined || this.#mayShare(shown)) {
      this.#answer(id, async ({ viewer }) => ({ type: "reply", found: await viewer.goTo(uuid) }));
    } else if (shown.narrowed) {
      this.#reply(id, { type: "error", code: "private", detail: "" });
    } else {
      shown.steered = true;
      // A full queue depends on how long the previous calls take, so it is not reported.
      this.#answer(undefined, async ({ viewer }) => ({ type: "reply", found: await viewer.goTo(uuid) }));
      this.#reply(id, { type: "reply" });
    }
  }

  #search(text: string, id: Id | undefined): void {
    const shown = this.#shown;
    if (shown !== undefined && !this.#mayShare(shown)) {
      this.#reply(id, { type: "error", code: "private", detail: "" });
      return;
    }
    this.#answer(id, async ({ viewer }) => {
      const { hits, more } = await viewer.search(text);
      return { type: "reply", hits: hits.map(({ uuid, turn, prompt, text }) => ({ uuid, turn, prompt, text })), more };
    });
  }

  /** Calls the viewer after the previous calls are done. */
  #answer(id: Id | undefined, ask: (shown: ShownViewer) => Promise<Answer>): void {
    const shown = this.#shown;
    const answer = shown?.queue.add(() => ask(shown));
    if (answer === undefined) {
      this.#reply(id, { type: "error", code: shown === undefined ? "empty" : "busy", detail: "" });
      return;
    }
    answer.then(
      (reply) => this.#reply(id, reply),
      (error: unknown) =>
        this.#reply(
          id,
          isReplaced(error) ? replaced : { type: "error", code: reportedFailure(error, "crashed").code, detail: "" },
        ),
    );
  }

  #reply(id: Id | undefined, answer: Answer): void {
    if (id !== undefined) this.#channel.send(answer, id);
  }

  // Replies to the parent page

  /** Reports what was read, or why nothing is. */
  #replyStatus(): void {
    if (this.#refused !== undefined) {
      this.#channel.send({ type: "error", code: this.#refused.code, detail: "" }, this.#refused.id);
      return;
    }
    const shown = this.#shown;
    if (shown?.outcome === undefined) return;
    const { outcome } = shown;
    const isShared = this.#mayShare(shown);
    if (isFailure(outcome)) {
      const withheld: Refusal = contentFailures.has(outcome.code) ? "unreadable" : outcome.code;
      const why = isShared ? outcome : { code: withheld, detail: "" };
      this.#channel.send({ type: "error", code: why.code, detail: why.detail }, shown.id);
    } else
      this.#channel.send(
        {
          type: "ready",
          count: outcome.length,
          ...(isShared ? { sessions: outcome.slice(0, MAX_SESSIONS_SENT).map(factsOf) } : {}),
        },
        shown.id,
      );
  }

  /**
   * Reports the height of the whole content. A parent page that may not read the session gets no other heights: turn by
   * turn it could measure every message. Rendering lags behind the settings, so after any narrowing it gets none, nor
   * after naming a record: showing one opens the fold around it and has the list measure its rows.
   */
  #sendHeight(shown: ShownViewer, height: number): void {
    if ((!shown.narrowed && !shown.steered) || this.#mayShare(shown)) this.#channel.send({ type: "height", height });
  }

  /**
   * Reports whether the parent page may know the content of a session: only if it could read it anyway. Otherwise any
   * page could, through this one, read sessions that only this host and its visitors can access. The requested address
   * decides: after a redirect to another host, browsers accept only responses that every origin may read.
   */
  #mayShare({ input: { urls } }: ShownViewer): boolean {
    const { origin } = this.#channel;
    if (urls.length === 0) return true;
    return (
      origin !== undefined &&
      origin !== "null" &&
      (origin === location.origin || urls.every((url) => url.origin === origin))
    );
  }
}

function factsOf({ id, title, start, end, turns, calls, agents }: SessionInfo): SessionFacts {
  return { id, title, start, end, turns, calls, agents };
}

function hosts(urls: readonly URL[]): string {
  return [...new Set(urls.filter((url) => !isSameHost(url, location)).map((url) => url.host))].join(", ");
}

/** Returns the address of a record in the page that opens in its own window. */
function recordUrl({ href }: URL, at: string, session: string): string {
  const source = new URLSearchParams({ v: "1", src: href }).toString();
  return formatViewUrl(new URL(`view.html#${source}`, location.href).href, { session, at, state: {} });
}
