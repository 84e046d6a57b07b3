import { type ToolPattern, tokenizeTools } from "../parse/tool-list.ts";
import { isInside } from "../path/path.ts";
import { compact } from "../text/compact.ts";
import type { Effect } from "./decision.ts";
import { type Confinement, type DeclaredLimits, denialsOf } from "./declared-limits.ts";
import { canonicalTool } from "./tool-names.ts";

/** Who a layer belongs to, the strongest first. All layers apply; any of them can deny. */
export type LayerKind = "organisation" | "project" | "user" | "skill" | "default";

/**
 * One party's rules on tool calls. The lists are independent: `only` excludes everything else without allowing
 * anything, `allow` lets calls through without asking.
 */
export type PolicyLayer = {
  readonly kind: LayerKind;
  /** Name in reports: `organization`, or `skill code-review`. */
  readonly name: string;
  /** The file it was read from. */
  readonly file?: string;
  readonly deny?: readonly ToolPattern[];
  /** If present, nothing else may run; an empty list leaves only the skill tools. */
  readonly only?: readonly ToolPattern[];
  /** Like `only`, but without effect: what it would exclude is only recorded. */
  readonly advised?: readonly ToolPattern[];
  readonly ask?: readonly ToolPattern[];
  readonly allow?: readonly ToolPattern[];
  /** Default for calls that no rule matches; the strictest layer wins. */
  readonly otherwise?: Effect;
  /** What an active skill does without, by its own security manifest; for file tools and sandboxes. */
  readonly confined?: Confinement;
};

/** What a skill's `allowed-tools` means: excludes everything else, needs no approval, both, or records what it would exclude. */
export type ToolMode = "restrict" | "grant" | "both" | "advisory";

export type SkillLayerOptions = {
  readonly name: string;
  readonly requestedTools?: readonly ToolPattern[] | undefined;
  readonly disallowedTools?: readonly ToolPattern[] | undefined;
  readonly mode?: ToolMode | undefined;
  /** Whether an empty list leaves only the skill tools, as in OmniForge, or is ignored, as in VibeTavern. */
  readonly emptyList?: "restrict" | "ignore" | undefined;
  /** What the skill declares that it needs; whatever else is denied, in every mode. */
  readonly declared?: DeclaredLimits | undefined;
  /** Values for `${NAME}` and `{NAME}` in patterns: `SKILL_DIR`, `CLAUDE_SKILL_DIR`, `CLAUDE_PLUGIN_ROOT`, `baseDir`. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
};

/** An active skill's rules on tool calls. */
export function skillLayer(options: SkillLayerOptions): PolicyLayer {
  const { name, mode = "restrict", emptyList = "restrict", variables = {} } = options;
  const fill = (patterns: readonly ToolPattern[]): readonly ToolPattern[] =>
    patterns.map((pattern) => fillIn(pattern, variables));
  const requested = options.requestedTools && fill(options.requestedTools);
  const { disallowedTools, declared } = options;
  const denied = [
    ...(disallowedTools ? fill(disallowedTools) : []),
    ...(declared ? denialsOf(declared) : []),
  ];
  const isPassedOver = requested?.length === 0 && emptyList === "ignore";
  return {
    kind: "skill",
    name: `skill ${name}`,
    ...(disallowedTools || denied.length > 0 ? { deny: denied } : {}),
    ...compact({ confined: declared && confine(declared, variables.SKILL_DIR) }),
    ...(requested && !isPassedOver && (mode === "restrict" || mode === "both") ? { only: requested } : {}),
    ...(requested && !isPassedOver && mode === "advisory" ? { advised: requested } : {}),
    ...(requested && (mode === "grant" || mode === "both") ? { allow: requested } : {}),
  };
}

function confine({ network, writes, files }: DeclaredLimits, directory = ""): Confinement | undefined {
  return network && writes && files === "system" ? undefined : { network, writes, files, directory };
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
  return { ...entry, pattern };
}

/** Wildcards, quotes and whatever else has a meaning in a pattern or a shell. */
const special = /[\0-\x1f\x7f-\x9f*?[\]{}()\\!$`"'|&;<>~:#]/;

/** A skill's list, and where the skill is. */
type ListedFiles = {
  readonly requestedTools?: readonly ToolPattern[];
  /** Absolute; empty if unknown. */
  readonly directory: string;
};

/**
 * What a skill's list implies beyond its words: agents read a skill's files and run its scripts from the project folder, while the
 * author wrote paths relative to the skill. Scripts the list does not name are not included.
 */
export function ownFilePatterns(
  { requestedTools = [], directory }: ListedFiles,
  cwd: string,
): readonly ToolPattern[] {
  if (requestedTools.length === 0 || directory === "") return [];
  const inside = isInside(cwd, directory) ? [directory.slice(cwd.length + 1)] : [];
  const places = [folder, ...inside];
  const commands = requestedTools.flatMap(({ tool, pattern }) =>
    canonicalTool(tool) === "Bash" && pattern !== undefined && ownPath.test(pattern)
      ? places.map((place) => `Bash(${pattern.replace(ownPath, `$1${place}/$2`)})`)
      : [],
  );
  const moving = commands.length === 0 ? [] : places.map((place) => `Bash(cd ${place})`);
  return tokenizeTools([...reading, ...commands, ...moving].join(" ")).map(({ text, tool, pattern }) => ({
    ...{ text, tool },
    ...compact({ pattern }),
  }));
}

/** Placeholder for the skill's folder in a pattern; filled in as text, or left and then meaningless. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder of patterns.
const folder = "${SKILL_DIR}";
const reading = ["Read", "Grep", "Glob", "LS"].map((tool) => `${tool}(${folder}/**)`);
/** The first path of a command that is one of the skill's own files. */
const ownPath = /(^|\s)(?:\.\/)?((?:scripts|tools|bin|assets|references)\/)/;
