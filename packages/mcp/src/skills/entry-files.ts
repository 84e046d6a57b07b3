import { DIRECTORY_MIME_TYPE, type Skill } from "@modelcontextprotocol/server/ext/skills";

export type EntryFile = {
  readonly uri: string;
  /** Path inside the skill, with `/`. */
  readonly path: string;
  readonly size: number;
  /** `sha256:` and 64 hexadecimal digits. */
  readonly digest: string;
};

/** The files of an entry of `makeEntry`, sorted by address. */
export function entryFiles({ uri, resources }: Skill): readonly EntryFile[] {
  // Our entries name every file; only entries of other sources may be dynamic.
  if (resources === "dynamic") return [];
  const baseLength = uri.length - "SKILL.md".length;
  return resources.map((file) => ({ ...file, path: decodeURIComponent(file.uri.slice(baseLength)) }));
}

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

/** The media type for a file extension. */
export function mimeTypeOf(path: string): string {
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  return types.get(extension) ?? "application/octet-stream";
}

const types: ReadonlyMap<string, string> = new Map([
  ["md", "text/markdown"],
  ["txt", "text/plain"],
  ["html", "text/html"],
  ["css", "text/css"],
  ["csv", "text/csv"],
  ["js", "text/javascript"],
  ["mjs", "text/javascript"],
  ["ts", "text/typescript"],
  ["py", "text/x-python"],
  ["sh", "application/x-sh"],
  ["json", "application/json"],
  ["yaml", "application/yaml"],
  ["yml", "application/yaml"],
  ["toml", "application/toml"],
  ["xml", "application/xml"],
  ["svg", "image/svg+xml"],
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["gif", "image/gif"],
  ["webp", "image/webp"],
  ["pdf", "application/pdf"],
  ["zip", "application/zip"],
]);
