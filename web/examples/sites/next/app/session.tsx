"use client";

import type { UnspoolAttributes } from "unspool";
import "unspool/react";

export function Session(attributes: UnspoolAttributes) {
  return <unspool-session {...attributes} />;
}
