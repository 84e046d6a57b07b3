import type { EntryFile } from "./entry-files.ts";
import { mimeTypeOf } from "./mime-type.ts";

/** A file or folder of a skill in resource lists. */
export type FileResource = {
  uri: string;
  name: string;
  mimeType: string;
  size?: number;
  description?: string;
  _meta?: { [key: string]: unknown };
};

export function toResource({ uri, path, size, digest }: EntryFile): FileResource {
  return {
    uri,
    name: path.slice(path.lastIndexOf("/") + 1),
    mimeType: mimeTypeOf(path),
    size,
    _meta: { "skillwright/digest": digest },
  };
}
