import { SkillError } from "../error.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { limits } from "../limits.ts";
import { parseYaml } from "../parse/parse-yaml.ts";
import { findValue } from "../parse/yaml-node.ts";
import { decodeUtf8 } from "../text/decode-utf8.ts";

export type Sidecar = { readonly changedMs: number; readonly metadata: Readonly<Record<string, string>> };

/**
 * What Codex keeps beside a skill in `agents/openai.yaml`. Only one line of it matters here, whether a model may
 * choose the skill by itself; one that cannot be read forbids it, since it may have said so.
 */
export function readSidecar(fs: FileSystem, file: string): Sidecar | undefined {
  const changedMs = changeOf(fs, file);
  if (changedMs === undefined) return undefined;
  const implicit = allowsImplicitInvocation(readText(fs, file));
  return { changedMs, metadata: implicit ? {} : { "codex/allow-implicit-invocation": "false" } };
}

/** Undefined when there is no such file; 0 when this user may not look, or a link leads round in a circle. */
function changeOf(fs: FileSystem, file: string): number | undefined {
  try {
    const found = fs.stat(file);
    return found?.kind === "file" ? found.changedMs : undefined;
  } catch (error) {
    if (error instanceof SkillError) return 0;
    throw error;
  }
}

function readText(fs: FileSystem, file: string): string | undefined {
  try {
    const { bytes, size } = fs.read(file, limits.frontmatterBytes);
    return size > limits.frontmatterBytes ? undefined : decodeUtf8(bytes);
  } catch (error) {
    if (error instanceof SkillError) return undefined;
    throw error;
  }
}

function allowsImplicitInvocation(text: string | undefined): boolean {
  if (text === undefined) return false;
  const { node, problems } = parseYaml(text);
  if (problems.length > 0) return false;
  const policy = node?.kind === "map" ? findValue(node, "policy") : undefined;
  const allowed = policy?.kind === "map" ? findValue(policy, "allow_implicit_invocation") : undefined;
  return !(allowed?.kind === "scalar" && allowed.value === false);
}
