import { DIRECTORY_MIME_TYPE } from "@modelcontextprotocol/server/ext/skills";
import type { EntryFile } from "./entry-files.ts";
import { type FileResource, toResource } from "./file-resource.ts";

/** The direct children of a skill's folder, sorted by address; empty if there is no such folder. */
export function listChildren(files: readonly EntryFile[], folderUri: string): readonly FileResource[] {
  const start = folderUri.endsWith("/") ? folderUri : `${folderUri}/`;
  const children = new Map<string, FileResource>();
  for (const file of files.filter(({ uri }) => uri.startsWith(start))) {
    const end = file.uri.indexOf("/", start.length);
    if (end === -1) children.set(file.uri, toResource(file));
    else {
      const uri = file.uri.slice(0, end);
      const name = decodeURIComponent(uri.slice(start.length));
      children.set(uri, { uri, name, mimeType: DIRECTORY_MIME_TYPE });
    }
  }
  return [...children.values()].sort((a, b) => Number(a.uri > b.uri) - Number(a.uri < b.uri));
}
