// Drops a file in place of the last one, and returns what the page shows of it.
async ({ name, data }) => {
  const until = async (holds) => {
    for (const end = performance.now() + 10_000 * $slowness; performance.now() < end;) {
      const found = holds();
      if (found) return found;
      await new Promise((done) => setTimeout(done, 15));
    }
    return undefined;
  };
  $deep("unspool-session")?.dispose(); // an open session would stay, with a notice
  const dropped = new DataTransfer();
  dropped.items.add(new File([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))], name));
  const told = new Promise((resolve) => {
    const once = { once: true };
    addEventListener("unspool-ready", (e) => resolve(["ready", e.detail.sessions[0]?.damaged ?? 0]), once);
    addEventListener("unspool-error", (e) => resolve([e.detail.code, 0]), once);
  });
  const began = performance.now();
  dispatchEvent(new DragEvent("drop", { dataTransfer: dropped, cancelable: true }));
  const [code, problems] = await told;
  const took = performance.now() - began;
  if (code !== "ready")
    return { code, problems, took, rows: 0, text: $text((await until(() => $deep("[role=alert]"))) ?? new Text()) };
  const shown = await until(() => $deep("unspool-row") && (problems === 0 || $deep(".facts .damaged")));
  return {
    code,
    problems,
    took,
    rows: $$deep("unspool-row").length,
    text: (shown?.textContent ?? "").replaceAll("\u00a0", " "),
  };
};
