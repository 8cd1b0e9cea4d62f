// The page that may read from other hosts: the app, and the code that asks the user first.
import { AppElement } from "../app/app";
import type { RemoteConsent } from "../app/remote-consent";
import { start } from "../app/start";

class ViewElement extends AppElement {
  protected override async loadRemoteConsent(): Promise<RemoteConsent> {
    const { OtherHosts } = await import("./other-hosts");
    return new OtherHosts();
  }
}

start(ViewElement);
