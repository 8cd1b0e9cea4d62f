import { css } from "lit";

export const viewStyles = css`
  .intro.asking h1 {
    font-size: clamp(24px, 4vw, 32px);
    line-height: 1.2;
    overflow-wrap: anywhere;
  }
  .asking .host {
    color: var(--u-accent);
  }
  .asking :is(p, ul) {
    margin: 16px 0 0;
    color: var(--u-ink-2);
    text-wrap: pretty;
  }
  .asking ul {
    padding-inline-start: 20px;
    list-style: revert;
    font-size: 14.5px;
  }
  .asking li {
    margin-top: 4px;
  }
  .asking .spelled {
    display: flex;
    gap: 10px;
    padding: 10px 14px;
    border-radius: 8px;
    background: var(--u-warn-soft);
    color: var(--u-ink);
    overflow-wrap: anywhere;
  }
  .asking .spelled .icon {
    flex: none;
    margin-top: 4px;
    color: var(--u-warn);
  }
  .asking .address {
    max-height: 226px;
    margin-top: 8px;
    padding: 12px 14px;
    overflow-y: auto;
    border: 1px solid var(--u-line);
    border-radius: 8px;
    background: var(--u-raised);
    font-size: 13.5px;
    line-height: 1.55;
    overflow-wrap: anywhere;
  }
  .address code {
    color: var(--u-ink-2);
  }
  .address strong {
    font-weight: 600;
    color: var(--u-ink);
  }
  .asking .choices {
    margin-top: 28px;
  }
  .asking a.button {
    text-decoration: none;
  }
  .from-address {
    margin: 20px 0 0;
  }
  .from-address label {
    display: block;
    margin-bottom: 6px;
    font-size: 14px;
    color: var(--u-ink-2);
  }
  .from-address > div {
    display: flex;
    gap: 8px;
  }
  .from-address input {
    flex: 1;
    min-width: 0;
    height: 38px;
    padding: 0 12px;
    border: 1px solid var(--u-ink-3);
    border-radius: 8px;
    background: var(--u-bg);
    color: var(--u-ink);
    font-size: 14.5px;
  }
  .from-address .hint {
    margin-top: 8px;
  }
`;
