import { AppElement } from "./app";
import type { Showcase } from "./showcase/showcase";

/** The app as a page of the site, which has a sample session and pictures beside it. */
export class SiteElement extends AppElement {
  protected override readonly hasShowcase = true;

  protected override async loadShowcase(): Promise<Showcase> {
    return (await import("./showcase/showcase")).showcase();
  }
}
