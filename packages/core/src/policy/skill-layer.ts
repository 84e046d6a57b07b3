import type { ToolPattern } from "../parse/tool-list.ts";
import type { PolicyLayer } from "./policy-layer.ts";
import { canonicalTool } from "./tool-names.ts";

/** What a skill's `allowed-tools` means: excludes everything else, needs no approval, both, or nothing. */
export type ToolMode = "restrict" | "grant" | "both" | "advisory";

export type SkillLayerOptions = {
  readonly name: string;
  readonly requestedTools?: readonly ToolPattern[] | undefined;
  readonly disallowedTools?: readonly ToolPattern[] | undefined;
  readonly mode?: ToolMode | undefined;
  /** Whether an empty list leaves only the skill tools, as in OmniForge, or is ignored, as in VibeTavern. */
  readonly emptyList?: "restrict" | "ignore" | undefined;
  /** Values for `${NAME}` and `{NAME}` in patterns: `SKILL_DIR`, `CLAUDE_SKILL_DIR`, `CLAUDE_PLUGIN_ROOT`, `baseDir`. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
};

/** An active skill's rules on tool calls. */
export function skillLayer(options: SkillLayerOptions): PolicyLayer {
  const { name, mode = "restrict", emptyList = "restrict", variables = {} } = options;
  const fill = (patterns: readonly ToolPattern[]): readonly ToolPattern[] =>
    patterns.map((pattern) => fillIn(pattern, variables));
  const requested = options.requestedTools && fill(options.requestedTools);
  const isPassedOver = requested?.length === 0 && emptyList === "ignore";
  return {
    kind: "skill",
    name: `skill ${name}`,
    ...(options.disallowedTools ? { deny: fill(options.disallowedTools) } : {}),
    ...(requested && !isPassedOver && (mode === "restrict" || mode === "both") ? { only: requested } : {}),
    ...(requested && (mode === "grant" || mode === "both") ? { allow: requested } : {}),
  };
}

/**
 * Fills values into a pattern as plain text. A value with special characters is not filled in, and the rule stays
 * unclear.
 */
function fillIn(entry: ToolPattern, variables: Readonly<Record<string, string>>): ToolPattern {
  if (entry.pattern === undefined) return entry;
  const isCommand = canonicalTool(entry.tool) === "Bash";
  const pattern = entry.pattern.replace(/\$?\{(\w+)\}/g, (placeholder, name: string) => {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (value === undefined || special.test(value) || (isCommand && /\s/.test(value))) return placeholder;
    return value;
  });
  return pattern === entry.pattern ? entry : { ...entry, pattern };
}

/** Wildcards, quotes and whatever else has a meaning in a pattern or a shell. */
const special = /[\p{Cc}*?[\]{}()\\!$`"'|&;<>~:#]/u;
