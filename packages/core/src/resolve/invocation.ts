import type { SkillTraits } from "../discover/discovered-skill.ts";
import { SkillError } from "../error.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { limits } from "../limits.ts";
import { parseYaml } from "../parse/parse-yaml.ts";
import { parseBooleanWord } from "../parse/shape.ts";
import { findValue } from "../parse/yaml-node.ts";
import { decodeUtf8 } from "../text/utf8.ts";

export type Invocation = { readonly modelInvocable: boolean; readonly userInvocable: boolean };

/** Who may invoke a skill according to its SKILL.md, in Claude Code's or opencode's spelling. One "no" is enough. */
export function invocationOf({
  disableModelInvocation,
  userInvocable,
  metadata = {},
}: SkillTraits): Invocation {
  return {
    modelInvocable: disableModelInvocation !== true && !isOff(metadata["opencode/autoinvoke"]),
    userInvocable: userInvocable !== false,
  };
}

function isOff(word: string | undefined): boolean {
  return word !== undefined && parseBooleanWord(word.trim()) === false;
}

/**
 * Whether Codex's sidecar file `agents/openai.yaml` forbids models to choose the skill on their own. An unreadable one
 * counts as forbidding, since it may say so.
 */
export function isForbiddenBySidecar(fs: FileSystem, directory: string): boolean {
  try {
    const file = `${directory}/agents/openai.yaml`;
    if (fs.stat(file)?.kind !== "file") return false;
    const { bytes, size } = fs.read(file, limits.frontmatterBytes);
    return forbids(size > limits.frontmatterBytes ? undefined : decodeUtf8(bytes));
  } catch (error) {
    if (error instanceof SkillError) return true;
    throw error;
  }
}

function forbids(text: string | undefined): boolean {
  if (text === undefined) return true;
  const { node, problems } = parseYaml(text);
  if (problems.length > 0) return true;
  const policy = node?.kind === "map" ? findValue(node, "policy") : undefined;
  const allowed = policy?.kind === "map" ? findValue(policy, "allow_implicit_invocation") : undefined;
  return allowed?.kind === "scalar" && allowed.value === false;
}
