// The page that may read from other hosts: the app, and the code that asks the user first.
import type { RemoteConsent } from "../app/remote-consent";
import { SiteElement } from "../app/site";
import { start } from "../app/start";

class ViewElement extends SiteElement {
  protected override async loadRemoteConsent(): Promise<RemoteConsent> {
    const { OtherHosts } = await import("./other-hosts");
    return new OtherHosts();
  }
}

start(ViewElement);
