import { css } from "lit";

/** The colors of the timeline by class. A canvas reads them from the elements of ".probes". */
export const colorStyles = css`
  .probes {
    display: none;
  }
  .ink {
    color: var(--u-ink);
  }
  :is(.clock, .reply) {
    color: var(--u-ink-2);
  }
  :is(.faint, .calling, .news) {
    color: var(--u-ink-3);
  }
  .line {
    color: var(--u-line);
  }
  .ground {
    color: var(--u-bg);
  }
  :is(.sight, .prompt, .asked) {
    color: var(--u-accent);
  }
  .thinking {
    color: color-mix(in oklab, var(--u-ink-3) 52%, var(--u-bg));
  }
  .tool {
    color: color-mix(in oklab, var(--u-blue) 72%, var(--u-bg));
  }
  .starter {
    color: color-mix(in oklab, var(--u-purple) 62%, var(--u-bg));
  }
  .failed {
    color: color-mix(in oklab, var(--u-bad) 82%, var(--u-bg));
  }
  .compaction {
    color: var(--u-warn);
  }
  .interrupt {
    color: var(--u-bad);
  }
  @media (forced-colors: active) {
    .probes {
      forced-color-adjust: none;
    }
    :is(.ink, .clock, .reply, .failed, .interrupt, .compaction) {
      color: CanvasText;
    }
    .ground {
      color: Canvas;
    }
    :is(.faint, .line, .thinking, .calling, .news) {
      color: GrayText;
    }
    .tool {
      color: LinkText;
    }
    .starter {
      color: VisitedText;
    }
    :is(.sight, .prompt, .asked) {
      color: Highlight;
    }
  }
`;
