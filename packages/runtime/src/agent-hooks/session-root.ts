import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import { nodeSha256 } from "@skillwright/core/node";
import { readSealed, writeSealed } from "@skillwright/core/text";
import type { AgentName, HookEvent } from "./agent-dialect.ts";

type Store = { readonly fs: FileSystem; readonly folder: string; readonly agent: AgentName };

/**
 * The conversation with the user that an event belongs to. Where sub-agents have their own conversations, an event
 * names only the one above, so each remembers where it belongs.
 */
export function findRoot({ session, parent }: HookEvent, store: Store): string {
  if (parent === undefined || parent === session) return session;
  const root = readRoot(parent, store) ?? parent;
  if (readRoot(session, store) !== root) writeRoot(session, root, store);
  return root;
}

function readRoot(session: string, { fs, ...store }: Store): string | undefined {
  const { path, seal } = fileOf(session, store);
  if (fs.stat(path) === undefined) return undefined;
  const payload = readSealed(fs, path, seal);
  if (payload !== undefined) return new TextDecoder().decode(payload);
  throw new SkillError("state-unreadable", { path, reason: "it is damaged, changed or not ours" });
}

function writeRoot(session: string, root: string, { fs, ...store }: Store): void {
  const { path, seal } = fileOf(session, store);
  writeSealed(fs, path, { ...seal, payload: new TextEncoder().encode(root) });
}

/** Named like the files of active skills, so that it is removed with them when it is old. */
function fileOf(session: string, { folder, agent }: Omit<Store, "fs">) {
  const key = `${agent}-parent-${nodeSha256(new TextEncoder().encode(session))}`;
  return { path: `${folder}/${key}.json`, seal: { kind: `guard-1 ${key}`, sha256: nodeSha256, maxBytes } };
}

const maxBytes = 65_536;
