import { limits } from "../limits.ts";
import { escapeXml, neutralizeMarkup, replaceControls } from "../prompt/markup.ts";
import { compact } from "../text/compact.ts";
import { truncateAtLine, utf8Bytes } from "../text/utf8.ts";
import {
  type ActivationNote,
  type ArgumentOptions,
  type ExpandedText,
  expandArguments,
} from "./expand-arguments.ts";

/** A loaded skill and the caller's arguments. */
export type ActivationRequest = Pick<ArgumentOptions, "arguments" | "argumentNames" | "commandOutputs"> & {
  readonly name: string;
  readonly body: string;
  /** The body is incomplete. */
  readonly truncated?: boolean;
  /** Absolute path of the skill's folder; absent if the agent cannot access it. */
  readonly directory?: string;
  /** Paths of the skill's other files. */
  readonly files?: readonly string[];
};

export type ActivationOptions = Pick<ArgumentOptions, "indexBase" | "variables"> & {
  /** How the model reads the skill's files: directly (default), or only with the skill tools. */
  readonly access?: "folder" | "tools";
};

/** What the model sees of an activated skill. */
export type Activation = Pick<ActivationRequest, "name" | "directory" | "arguments"> & {
  /** The instructions with arguments substituted; part of `text`. */
  readonly content: string;
  /** Everything the model sees. */
  readonly text: string;
  /** Size of `text` in UTF-8. */
  readonly bytes: number;
  /** The instructions are incomplete. */
  readonly truncated: boolean;
  /** Number of files not listed. */
  readonly filesLeftOut: number;
  readonly notes: readonly ActivationNote[];
};

/**
 * Renders stage 2 of a skill: its instructions with arguments substituted, its folder, and the names of its files, which
 * the model reads when needed.
 */
export function renderActivation(request: ActivationRequest, options: ActivationOptions = {}): Activation {
  const { name, directory, files = [] } = request;
  const variables = { ...folderVariables(directory), ...options.variables };
  const expanded = expandArguments(request.body, { ...request, ...options, variables });
  const { content, truncated } = renderContent(request, expanded);
  const list = renderFiles(files);
  const text = [
    `<skill_content name="${escapeXml(onOneLine(name))}">`,
    content,
    ...(directory === undefined
      ? []
      : ["", ...(options.access === "tools" ? toolsNote : renderDirectory(directory))]),
    ...list.lines,
    "</skill_content>",
  ].join("\n");
  return {
    name,
    ...compact({ directory, arguments: request.arguments }),
    content,
    text,
    bytes: utf8Bytes(text),
    truncated,
    filesLeftOut: list.leftOut,
    notes: expanded.notes,
  };
}

/** Both names are in use; the caller's values take precedence. */
function folderVariables(directory: string | undefined): Readonly<Record<string, string>> {
  return directory === undefined ? {} : { SKILL_DIR: directory, CLAUDE_SKILL_DIR: directory };
}

const cutNote = "[Truncated: the instructions exceed the activation limit. Read SKILL.md for the rest.]";

function renderContent(
  request: ActivationRequest,
  { text, appendix }: ExpandedText,
): Pick<Activation, "content" | "truncated"> {
  const whole = neutralizeMarkup(text);
  const body = truncateAtLine(whole, limits.activationBytes);
  const truncated = request.truncated === true || body !== whole;
  const given = truncateAtLine(neutralizeMarkup(appendix), limits.activationBytes);
  const parts = [body, truncated ? cutNote : "", given];
  return { content: parts.filter((part) => part !== "").join("\n\n"), truncated };
}

const toolsNote: readonly string[] = [
  "Run this skill's scripts with skills_run_script and read its files with skills_read_file, by their paths in the skill. Scripts start in the skill's folder: name the user's files by absolute paths.",
];

function renderDirectory(directory: string): readonly string[] {
  return [
    `Skill directory: ${renderPath(directory)}`,
    "Relative paths in this skill are relative to the skill directory. Run its commands there.",
  ];
}

function renderFiles(files: readonly string[]): {
  readonly lines: readonly string[];
  readonly leftOut: number;
} {
  const lines: string[] = [];
  let room: number = limits.activationFilesBytes;
  for (const file of files.slice(0, limits.activationFiles)) {
    const line = `  <file>${renderPath(file)}</file>`;
    room -= utf8Bytes(line);
    if (room < 0) break;
    lines.push(line);
  }
  const leftOut = files.length - lines.length;
  if (leftOut > 0) lines.push(`  (${leftOut} more, not listed)`);
  return { lines: files.length === 0 ? [] : ["<skill_resources>", ...lines, "</skill_resources>"], leftOut };
}

/** A usable path, except for characters that could form a tag or start a line. */
function renderPath(path: string): string {
  return replaceControls(onOneLine(path)).replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function onOneLine(text: string): string {
  return text.replace(/[\t\n\r\u2028\u2029]/g, "\ufffd");
}
