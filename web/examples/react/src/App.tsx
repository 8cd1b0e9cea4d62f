import { useRef, useState } from "react";
import type { Summary, UnspoolSession } from "unspool";
import "unspool/react";

export function App() {
  const viewer = useRef<UnspoolSession>(null);
  const [summary, setSummary] = useState<Summary>();
  const [trouble, setTrouble] = useState("");
  const ready = async () => {
    setTrouble("");
    setSummary(await viewer.current?.summary());
  };

  const open = (files: FileList | null) => {
    if (files !== null) viewer.current?.load(files).catch(() => undefined); // the viewer says why
  };
  return (
    <>
      <h1>How it was done</h1>
      <unspool-session
        ref={viewer}
        src="session.jsonl"
        onunspool-ready={ready}
        onunspool-error={({ detail }) => setTrouble(`It could not be read (${detail.code}).`)}
      >
        <a href="session.jsonl">The session as a file</a>
      </unspool-session>
      <p>{trouble || summary === undefined ? trouble : `${summary.turns} turns, ${summary.toolCalls} tool calls`}</p>
      <p>
        <label>
          Another session: <input type="file" accept=".jsonl" onChange={({ target }) => open(target.files)} />
        </label>
      </p>
    </>
  );
}
