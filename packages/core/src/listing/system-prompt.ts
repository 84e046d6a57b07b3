import { escapeXml, neutralizeMarkup } from "../prompt/markup.ts";

import { estimateTokens } from "./estimate-tokens.ts";
import type { Listing } from "./listing.ts";
import type { ProjectInstruction } from "./project-instructions.ts";
import {
  defaultRole,
  navigationText,
  projectInstructionsText,
  toolSystemText,
} from "./system-prompt-texts.ts";

export type SystemPromptOptions = {
  /** The agent's role; OmniForge: 50–200 tokens. Default: a generic role. */
  readonly role?: string;
  /** The host's tools for files and commands. Default: `read_file` and `bash_exec`. */
  readonly tools?: { readonly read?: string; readonly run?: string };
  /** "none" for models that already know how to call tools. */
  readonly toolSystem?: "full" | "none";
  /** "none" if there are no skills. */
  readonly navigation: "full" | "none";
  /** Included if its placement is the system prompt. */
  readonly listing?: Listing;
  readonly projectInstructions?: readonly ProjectInstruction[];
};

type SystemPromptSection = {
  readonly name: "role" | "tool-system" | "skill-navigation" | "skills" | "project-instructions";
  readonly text: string;
  /** An estimate. */
  readonly tokens: number;
};

export type SystemPrompt = {
  readonly text: string;
  readonly tokens: number;
  readonly sections: readonly SystemPromptSection[];
};

/** OmniForge's system prompt: role, tool system, skill navigation, project instructions, in that order. */
export function createSystemPrompt(options: SystemPromptOptions): SystemPrompt {
  const { role = defaultRole, toolSystem = "full", navigation, listing, projectInstructions = [] } = options;
  const sections = [
    toSection("role", role),
    toSection("tool-system", toolSystem === "none" ? "" : nameTools(toolSystemText, options)),
    toSection("skill-navigation", navigation === "none" ? "" : nameTools(navigationText, options)),
    toSection("skills", listing?.placement === "system" ? listing.text : ""),
    toSection("project-instructions", writeInstructions(projectInstructions)),
  ].filter(({ text }) => text !== "");
  const text = sections.map((section) => section.text).join("\n\n");
  return { text, tokens: estimateTokens(text), sections };
}

function toSection(name: SystemPromptSection["name"], text: string): SystemPromptSection {
  return { name, text, tokens: estimateTokens(text) };
}

function nameTools(
  text: string,
  { tools: { read = "read_file", run = "bash_exec" } = {} }: SystemPromptOptions,
): string {
  return text.replaceAll("{read}", () => read).replaceAll("{run}", () => run);
}

/** Keeps the file's own markup, which code examples need, but prevents it from closing its block or imitating our list. */
function withoutOurTags(text: string): string {
  return neutralizeMarkup(text).replace(/<(?=\s{0,9}\/?\s{0,9}skill\b)/gi, "&lt;");
}

function writeInstructions(instructions: readonly ProjectInstruction[]): string {
  if (instructions.length === 0) return "";
  const blocks = instructions.map(
    ({ path, text, isCut }) =>
      `<project_instructions path="${escapeXml(path)}"${isCut ? ' complete="false"' : ""}>\n${withoutOurTags(text)}\n</project_instructions>`,
  );
  return [projectInstructionsText, ...blocks].join("\n\n");
}
