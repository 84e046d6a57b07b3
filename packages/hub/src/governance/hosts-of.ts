import type { FileTree } from "@skillwright/packaging";
import { hubLimits } from "../limits.ts";

/** Hosts in addresses that scripts and hooks contain: what a skill may send data to without any tool of the agent. */
export function hostsOf(
  { entries }: FileTree,
  {
    scripts,
    hookCommands,
  }: { readonly scripts: readonly string[]; readonly hookCommands: readonly string[] },
): readonly string[] {
  const wanted = new Set(scripts);
  const texts = entries.flatMap((entry) =>
    "bytes" in entry && wanted.has(entry.path)
      ? [Buffer.from(entry.bytes.subarray(0, hubLimits.bodyBytes)).toString()]
      : [],
  );
  const hosts = new Set<string>();
  for (const text of [...texts, ...hookCommands])
    for (const [, host = ""] of text.matchAll(address)) {
      if (hosts.size >= hubLimits.policyPatterns) break;
      if (!local.test(host)) hosts.add(host.toLowerCase());
    }
  return [...hosts].sort();
}

const address = /\b(?:https?|wss?):\/\/(?:[^\s/@"'`<>]{0,100}@)?([\w.-]{1,253})/gi;
const local = /^(?:localhost|127\.[\d.]+|0\.0\.0\.0)$/i;
