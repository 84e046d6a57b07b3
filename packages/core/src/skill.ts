import type { ToolPattern } from "./parse/tool-list.ts";
import type { Plain } from "./parse/yaml-node.ts";

/** What a skill says of itself, normalised; absent means the author did not say. */
export type SkillManifest = {
  readonly name?: string;
  readonly description?: string;
  readonly license?: string;
  /** The text, or the map of document form rendered as one sentence. */
  readonly compatibility?: string;
  readonly requirements?: SkillRequirements;
  readonly metadata: Readonly<Record<string, string>>;
  /** Tools the skill asks for. What it gets is a decision made elsewhere. */
  readonly requestedTools?: readonly ToolPattern[];
  readonly disallowedTools?: readonly ToolPattern[];
  readonly context?: "inherit" | "fork";
  readonly agent?: string;
  readonly model?: string;
  readonly hooks?: SkillHooks;
  readonly priority?: number;
  readonly tags?: readonly string[];
  readonly scope?: SkillScope;
  readonly execution?: SkillExecution;
  readonly disableModelInvocation?: boolean;
  readonly userInvocable?: boolean;
  readonly argumentHint?: string;
  /** What `$name` in the instructions may be, in the order of the arguments. */
  readonly argumentNames?: readonly string[];
  readonly paths?: readonly string[];
  readonly security?: SecurityManifest;
  readonly testing?: Plain;
  readonly tools?: readonly ToolDependency[];
  readonly composition?: SkillComposition;
  /** Fields no one here knows, kept as they are. */
  readonly unknown: Readonly<Record<string, Plain>>;
};

export type SkillRequirements = {
  readonly requires: readonly string[];
  readonly optional: readonly string[];
  readonly packages: readonly string[];
};
export type SkillScope = {
  readonly agents?: readonly string[];
  readonly tenants?: readonly string[];
  readonly environments?: readonly string[];
};
export type SkillExecution = {
  readonly sandbox?: boolean;
  readonly allowedPaths?: readonly string[];
  readonly network?: string;
};

/** `pre` and `post` scripts run around an activation; events in the Claude Code form run on tool calls. */
export type SkillHooks = {
  readonly pre?: string;
  readonly post?: string;
  readonly events: Readonly<Record<string, readonly HookMatcher[]>>;
  /** Places such as `hooks.PreToolUse` that say something no one can read; whoever runs hooks must not pass over them. */
  readonly unreadable?: readonly string[];
};
export type HookMatcher = { readonly matcher?: string; readonly hooks: readonly HookCommand[] };
export type HookCommand = {
  readonly type: string;
  readonly command?: string;
  readonly prompt?: string;
  readonly timeout?: number;
  readonly once?: boolean;
};

export type Capability = {
  readonly capability: string;
  readonly reason?: string;
  readonly optional: boolean;
};
export type SecurityManifest = {
  readonly capabilities: readonly Capability[];
  readonly requiresNetwork?: boolean;
  readonly modifiesFiles?: boolean;
  readonly executesCommands?: boolean;
  readonly fileSystemScope?: string;
};
export type ToolDependency = {
  readonly tool: string;
  readonly required: boolean;
  readonly purpose?: string;
  readonly minVersion?: string;
};
export type SkillComposition = {
  readonly dependencies: readonly {
    readonly skillName: string;
    readonly reason?: string;
    readonly optional: boolean;
  }[];
  readonly conflicts: readonly string[];
  readonly executionOrder?: string;
};
