import { dirname } from "node:path";
import { refuseLinks, type Workspace } from "../trials/refuse-links.ts";

/** Writes a file of ours into a workspace; a link in its place is replaced, and one on the way to it refused. */
export function writeText(place: Workspace, name: string, text: string): void {
  const path = `${place.workspace}/${name}`;
  refuseLinks(place, dirname(path));
  place.fs.write(path, new TextEncoder().encode(text), { replacesLink: true });
}
