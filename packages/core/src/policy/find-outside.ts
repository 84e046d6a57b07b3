import { isInside } from "../path/path.ts";
import type { Confinement } from "./declared-limits.ts";
import type { ReadRequest } from "./read-request.ts";
import type { RequestPart } from "./tool-request.ts";

/** The first file of a call outside of the folders that a skill declares, or that might be; undefined if there is none. */
export function findOutside(call: ReadRequest, { files, directory }: Confinement): RequestPart | undefined {
  const { workspace, resolvePath } = call.request;
  const own = directory === "" ? undefined : resolvePath(directory);
  const folders = [...(own === undefined ? [] : [own]), ...(files === "workspace" ? [workspace] : [])];
  return call.parts().find(({ tool, subject }) => {
    if (subject.kind === "path") return !folders.some((folder) => isInside(folder, subject.path.real));
    // An unreadable command line counts as a use of file tools.
    return (subject.kind === "possible" || subject.kind === "unreadable") && fileTools.has(tool.name);
  });
}

const fileTools: ReadonlySet<string> = new Set([
  ...["read", "write", "edit", "multiedit", "notebookread", "notebookedit"],
  ...["createdirectory", "deletefile", "movefile", "grep", "ls", "glob"],
]);
