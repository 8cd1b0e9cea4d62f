import { Session } from "./session";

export default function Page() {
  return (
    <>
      <h1>How it was done</h1>
      <Session src="/session.jsonl" />
    </>
  );
}
