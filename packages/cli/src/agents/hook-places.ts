import type { AgentName } from "@skillwright/runtime";
import { homeFolder, type SettingsPlaces, type Surroundings } from "./agent-settings.ts";

/** The settings files of an agent with hooks, apart from the rest of what we know about it, since the hook itself needs them. */
export type HookPlaces = {
  /** Where our hook goes. */
  readonly files: Required<SettingsPlaces>;
  /** Other files that can disable hooks, or say which of them the user agreed to. */
  readonly others: (surroundings: Surroundings) => readonly string[];
  /** Variable that moves the agent's user folder, and where that is below its value. */
  readonly movedBy?: readonly [variable: string, below: string];
  /** Variable with the project's folder, which the agent sets for its hooks. */
  readonly projectVariable?: string;
};

/** Sources: as in `hook-agents.ts`. */
export const hookPlaces: Readonly<Record<AgentName, HookPlaces>> = {
  "claude-code": {
    files: {
      project: ({ project }) => [`${project}/.claude/settings.json`],
      user: (here) => [`${homeFolder(here, ".claude", "CLAUDE_CONFIG_DIR")}/settings.json`],
    },
    others: (here) => [
      `${here.project}/.claude/settings.local.json`,
      `${homeFolder(here, ".claude", "CLAUDE_CONFIG_DIR")}/settings.local.json`,
      ...["/etc/claude-code", "/Library/Application Support/ClaudeCode"].flatMap((folder) => [
        `${folder}/managed-settings.json`,
        `${folder}/managed-settings.d`,
      ]),
    ],
    movedBy: ["CLAUDE_CONFIG_DIR", ""],
    projectVariable: "CLAUDE_PROJECT_DIR",
  },
  codex: {
    files: {
      project: ({ project }) => [`${project}/.codex/hooks.json`],
      user: (here) => [`${homeFolder(here, ".codex", "CODEX_HOME")}/hooks.json`],
    },
    others: (here) => [
      `${here.project}/.codex/config.toml`,
      `${homeFolder(here, ".codex", "CODEX_HOME")}/config.toml`,
      ...["config.toml", "requirements.toml", "managed_config.toml", "hooks.json"].map(
        (name) => `/etc/codex/${name}`,
      ),
    ],
    movedBy: ["CODEX_HOME", ""],
  },
  "gemini-cli": {
    files: {
      project: ({ project }) => [`${project}/.gemini/settings.json`],
      user: ({ place, environment }) => [
        `${environment.GEMINI_CLI_HOME || place.home}/.gemini/settings.json`,
      ],
    },
    others: ({ place, environment }) => [
      `${environment.GEMINI_CLI_HOME || place.home}/.gemini/trustedFolders.json`,
      ...["/etc/gemini-cli", "/Library/Application Support/GeminiCli"].flatMap((folder) => [
        `${folder}/settings.json`,
        `${folder}/system-defaults.json`,
      ]),
    ],
    movedBy: ["GEMINI_CLI_HOME", "/.gemini"],
  },
  cursor: {
    files: {
      project: ({ project }) => [`${project}/.cursor/hooks.json`],
      user: ({ place }) => [`${place.home}/.cursor/hooks.json`],
    },
    others: () => [],
  },
  copilot: {
    files: {
      project: ({ project }) => [`${project}/.github/hooks/skillwright.json`],
      user: (here) => [`${homeFolder(here, ".copilot", "COPILOT_HOME")}/hooks/skillwright.json`],
    },
    others: (here) => [
      `${homeFolder(here, ".copilot", "COPILOT_HOME")}/config.json`,
      `${homeFolder(here, ".copilot", "COPILOT_HOME")}/settings.json`,
    ],
    movedBy: ["COPILOT_HOME", ""],
  },
  "qwen-code": {
    files: {
      project: ({ project }) => [`${project}/.qwen/settings.json`],
      user: (here) => [`${homeFolder(here, ".qwen", "QWEN_HOME")}/settings.json`],
    },
    others: (here) => [
      `${here.project}/.qwen/.env`,
      `${homeFolder(here, ".qwen", "QWEN_HOME")}/.env`,
      `${homeFolder(here, ".qwen", "QWEN_HOME")}/trustedFolders.json`,
    ],
    movedBy: ["QWEN_HOME", ""],
  },
  opencode: {
    files: {
      project: ({ project }) => [`${project}/.opencode/plugins/skillwright.js`],
      // The same folder on every platform.
      user: ({ place }) => [`${place.configFolder}/opencode/plugins/skillwright.js`],
    },
    // Another plugin could change calls after the guard has seen them.
    others: ({ project, place, environment }) => {
      const moved = environment.OPENCODE_CONFIG_DIR;
      const user = [`${place.configFolder}/opencode`, `${place.home}/.opencode`];
      const own = [`${project}/.opencode`, ...user, ...(moved ? [moved] : [])];
      return [
        ...[project, ...own].flatMap((folder) => [`${folder}/opencode.json`, `${folder}/opencode.jsonc`]),
        ...own.flatMap((folder) => [`${folder}/plugin`, `${folder}/plugins`]),
      ];
    },
    movedBy: ["OPENCODE_CONFIG_DIR", ""],
  },
};
