// The tag in JSX, for the compiler alone.
import type { UnspoolSession } from "unspool";
import "unspool/react";

export function Session({ src, ref }: { src: string; ref: { current: UnspoolSession | null } }) {
  return (
    <unspool-session
      ref={ref}
      key="one"
      className="wide"
      src={src}
      prompts="1-3"
      preload
      onunspool-ready={({ detail }) => detail.sessions.length}
      linkTo={(uuid, session) => `#${session}-${uuid}`}
    >
      <a href={src}>The session as a file</a>
    </unspool-session>
  );
}

export function Wrong() {
  return (
    <>
      {/* @ts-expect-error There is no such theme. */}
      <unspool-session theme="pink" />
      {/* @ts-expect-error There is no such attribute. */}
      <unspool-session source="session.jsonl" />
      {/* @ts-expect-error The detail of a failure has no sessions. */}
      <unspool-session onunspool-error={({ detail }) => detail.sessions} />
    </>
  );
}
