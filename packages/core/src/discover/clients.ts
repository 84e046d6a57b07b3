export type Platform = "linux" | "darwin" | "win32";

/** Where packages or plugins are installed: each is a folder with a manifest, at most `depth` levels down. */
type PackagesPlace = { readonly path: string; readonly depth: number };

/**
 * An agent and where it keeps skills. `~/` is the home folder and `$data/` Skillwright's own data folder; other
 * relative paths start at a project. The first folder of a scope is the one to install to.
 */
export type Client = {
  readonly id: string;
  readonly name: string;
  readonly project: readonly string[];
  readonly personal: readonly string[];
  readonly enterprise?: Readonly<Partial<Record<Platform, readonly string[]>>>;
  readonly packages?: readonly PackagesPlace[];
};

/**
 * Every supported agent, by id; to add one, add a row. Sources: skills 1.7.4 (npm), cli/cli 12bad318,
 * microsoft/apm 0.28.0, runkids/skillshare 0.20.22, rulesync 17.0.0, playbooks 0.1.20 and skillfish 1.0.39, where the
 * vendor's tool or several of them agree. Further folders come from the agents' own code and docs: Claude Code
 * 2.1.258, Codex 343074d, Cursor 2.5, Copilot's documents, Gemini CLI 5411f11, goose ca26f01, Letta Code 1f4d3e3, Mistral
 * Vibe ac8f1a0, OpenClaw, opencode 1.18.33, Qwen Code 0.24.4. OmniForge's rows come from its specification. `universal` is the
 * convention that agents share, plus Skillwright's own folders.
 */
// biome-ignore format: one line per client keeps the table readable and sortable
export const clients: readonly Client[] = [
  { id: "adal", name: "AdaL", project: [".adal/skills"], personal: ["~/.adal/skills"] },
  { id: "aider-desk", name: "AiderDesk", project: [".aider-desk/skills"], personal: ["~/.aider-desk/skills"] },
  { id: "amp", name: "Amp", project: [".agents/skills", ".claude/skills"], personal: ["~/.config/agents/skills", "~/.claude/skills"] },
  { id: "antigravity", name: "Antigravity", project: [".agents/skills", ".agent/skills"], personal: ["~/.gemini/antigravity/skills", "~/.agents/skills"] },
  { id: "antigravity-cli", name: "Antigravity CLI", project: [".agents/skills"], personal: ["~/.gemini/antigravity-cli/skills"] },
  { id: "antigravity2.0", name: "Antigravity 2.0", project: [".agents/skills"], personal: ["~/.antigravity/skills"] },
  { id: "astrbot", name: "AstrBot", project: ["data/skills"], personal: ["~/.astrbot/data/skills"] },
  { id: "augment", name: "Augment", project: [".augment/skills", ".augment/rules", ".agents/skills"], personal: ["~/.augment/skills", "~/.augment/rules"] },
  { id: "autohand-code", name: "Autohand Code CLI", project: [".autohand/skills"], personal: ["~/.autohand/skills"] },
  { id: "bob", name: "IBM Bob", project: [".bob/skills"], personal: ["~/.bob/skills"] },
  {
    id: "claude-code", name: "Claude Code", project: [".claude/skills"], personal: ["~/.claude/skills"],
    enterprise: {
      linux: ["/etc/claude-code/.claude/skills"],
      darwin: ["/Library/Application Support/ClaudeCode/.claude/skills"],
      win32: ["C:/Program Files/ClaudeCode/.claude/skills"],
    },
    // Installed plugins are in cache/MARKETPLACE/PLUGIN/VERSION; marketplaces/ holds what is only on offer.
    packages: [{ path: "~/.claude/plugins", depth: 1 }, { path: "~/.claude/plugins/cache", depth: 3 }],
  },
  { id: "cline", name: "Cline", project: [".agents/skills", ".cline/skills"], personal: ["~/.agents/skills", "~/.cline/skills"] },
  { id: "codearts-agent", name: "CodeArts Agent", project: [".codeartsdoer/skills"], personal: ["~/.codeartsdoer/skills"] },
  { id: "codebuddy", name: "CodeBuddy", project: [".codebuddy/skills"], personal: ["~/.codebuddy/skills"] },
  { id: "codemaker", name: "Codemaker", project: [".codemaker/skills"], personal: ["~/.codemaker/skills"] },
  { id: "codestudio", name: "Code Studio", project: [".codestudio/skills"], personal: ["~/.codestudio/skills"] },
  {
    id: "codex", name: "Codex", project: [".agents/skills", ".codex/skills"], personal: ["~/.agents/skills", "~/.codex/skills"],
    enterprise: { linux: ["/etc/codex/skills"], darwin: ["/etc/codex/skills"] },
    packages: [{ path: "~/.codex/plugins/cache", depth: 3 }],
  },
  { id: "comate", name: "Comate", project: [".comate/skills"], personal: ["~/.comate/skills"] },
  { id: "command-code", name: "Command Code", project: [".commandcode/skills"], personal: ["~/.commandcode/skills"] },
  { id: "continue", name: "Continue", project: [".continue/skills"], personal: ["~/.continue/skills"] },
  { id: "copilot", name: "GitHub Copilot", project: [".agents/skills", ".github/skills", ".claude/skills"], personal: ["~/.copilot/skills", "~/.agents/skills", "~/.claude/skills", "~/.github/skills"] },
  { id: "cortex", name: "Cortex Code", project: [".cortex/skills"], personal: ["~/.snowflake/cortex/skills"] },
  { id: "crush", name: "Crush", project: [".crush/skills"], personal: ["~/.config/crush/skills"] },
  {
    id: "cursor", name: "Cursor",
    project: [".agents/skills", ".cursor/skills", ".claude/skills", ".codex/skills"],
    personal: ["~/.cursor/skills", "~/.agents/skills", "~/.claude/skills", "~/.codex/skills"],
    packages: [{ path: "~/.cursor/plugins/local", depth: 1 }, { path: "~/.cursor/plugins/cache", depth: 3 }],
  },
  { id: "deepagents", name: "Deep Agents", project: [".agents/skills", ".deepagents/skills"], personal: ["~/.deepagents/agent/skills"] },
  { id: "deepseek-harness", name: "DeepSeek Harness", project: [".dsh/skills"], personal: [] },
  { id: "devin", name: "Devin for Terminal", project: [".devin/skills"], personal: ["~/.config/devin/skills"] },
  { id: "dexto", name: "Dexto", project: [".agents/skills"], personal: ["~/.agents/skills"] },
  { id: "droid", name: "Droid", project: [".agents/skills", ".factory/skills"], personal: ["~/.factory/skills"] },
  { id: "eve", name: "Eve", project: ["agent/skills"], personal: [] },
  { id: "firebender", name: "Firebender", project: [".agents/skills"], personal: ["~/.firebender/skills", "~/.agents/skills", "~/.claude/skills", "~/.codex/skills", "~/.cursor/skills", "~/.goose/skills"] },
  { id: "forgecode", name: "ForgeCode", project: [".forge/skills"], personal: ["~/.forge/skills"] },
  { id: "fx", name: "fx", project: [".agents/skills"], personal: ["~/.agents/skills"] },
  {
    id: "gemini-cli", name: "Gemini CLI", project: [".agents/skills", ".gemini/skills"], personal: ["~/.gemini/skills", "~/.agents/skills"],
    packages: [{ path: "~/.gemini/extensions", depth: 1 }],
  },
  { id: "goose", name: "Goose", project: [".goose/skills", ".agents/skills", ".claude/skills"], personal: ["~/.config/goose/skills", "~/.goose/skills", "~/.agents/skills", "~/.claude/skills", "~/.config/agents/skills"] },
  { id: "grok", name: "Grok Build", project: [".grok/skills"], personal: ["~/.grok/skills", "~/.agents/skills"] },
  { id: "hermes-agent", name: "Hermes Agent", project: [".hermes/skills"], personal: ["~/.hermes/skills"] },
  { id: "iflow-cli", name: "iFlow CLI", project: [".iflow/skills"], personal: ["~/.iflow/skills"] },
  { id: "inference-sh", name: "inference.sh", project: [".inferencesh/skills"], personal: ["~/.inferencesh/skills"] },
  { id: "jazz", name: "Jazz", project: [".jazz/skills"], personal: ["~/.jazz/skills"] },
  { id: "jetbrains-ai-assistant", name: "JetBrains AI Assistant", project: [".agents/skills"], personal: [] },
  { id: "junie", name: "Junie", project: [".junie/skills"], personal: ["~/.junie/skills"] },
  { id: "kilo", name: "Kilo Code", project: [".agents/skills", ".kilocode/skills"], personal: ["~/.kilo/skills", "~/.kilocode/skills"] },
  { id: "kimchi", name: "Kimchi", project: [".kimchi/skills"], personal: ["~/.config/kimchi/harness/skills"] },
  { id: "kimi-code-cli", name: "Kimi Code CLI", project: [".agents/skills", ".claude/skills", ".codex/skills"], personal: ["~/.agents/skills", "~/.config/agents/skills", "~/.claude/skills", "~/.codex/skills"] },
  { id: "kiro-cli", name: "Kiro CLI", project: [".kiro/skills"], personal: ["~/.kiro/skills"] },
  { id: "kode", name: "Kode", project: [".kode/skills"], personal: ["~/.kode/skills"] },
  { id: "letta", name: "Letta Code", project: [".agents/skills", ".skills"], personal: ["~/.letta/skills"] },
  { id: "lingma", name: "Lingma", project: [".lingma/skills"], personal: ["~/.lingma/skills"] },
  { id: "loaf", name: "Loaf", project: [".agents/skills"], personal: ["~/.agents/skills"] },
  { id: "mcpjam", name: "MCPJam", project: [".mcpjam/skills"], personal: ["~/.mcpjam/skills"] },
  { id: "meta-muse-code", name: "Meta Muse Code", project: [".agents/skills"], personal: ["~/.config/muse/skills"] },
  { id: "minimax-code", name: "MiniMax Code", project: [".minimax/skills"], personal: ["~/.minimax/skills"] },
  { id: "mistral-vibe", name: "Mistral Vibe", project: [".vibe/skills", ".agents/skills"], personal: ["~/.vibe/skills", "~/.agents/skills"] },
  { id: "moxby", name: "Moxby", project: [".moxby/skills"], personal: ["~/.moxby/skills"] },
  { id: "mux", name: "Mux", project: [".mux/skills"], personal: ["~/.mux/skills"] },
  { id: "neovate", name: "Neovate", project: [".neovate/skills"], personal: ["~/.neovate/skills"] },
  {
    id: "omniforge", name: "OmniForge", project: [".omniforge/skills"], personal: ["~/.omniforge/skills"],
    enterprise: {
      linux: ["~/.omniforge/enterprise/skills"],
      darwin: ["~/.omniforge/enterprise/skills"],
      win32: ["~/.omniforge/enterprise/skills"],
    },
  },
  { id: "omp", name: "oh-my-pi", project: [".omp/skills"], personal: ["~/.omp/agent/skills"] },
  { id: "ona", name: "Ona", project: [".ona/skills"], personal: ["~/.ona/skills"] },
  { id: "openclaw", name: "OpenClaw", project: ["skills", ".agents/skills"], personal: ["~/.openclaw/skills", "~/.openclaw/workspace/skills", "~/.agents/skills"] },
  { id: "opencode", name: "OpenCode", project: [".agents/skills", ".opencode/skills", ".opencode/skill", ".claude/skills"], personal: ["~/.config/opencode/skills", "~/.config/opencode/skill", "~/.opencode/skills", "~/.opencode/skill", "~/.claude/skills", "~/.agents/skills"] },
  { id: "openhands", name: "OpenHands", project: [".openhands/skills"], personal: ["~/.openhands/skills"] },
  { id: "pi", name: "Pi", project: [".agents/skills", ".pi/skills"], personal: ["~/.agents/skills", "~/.pi/agent/skills"] },
  { id: "pochi", name: "Pochi", project: [".pochi/skills"], personal: ["~/.pochi/skills"] },
  { id: "poolside", name: "Pool (Poolside)", project: [".poolside/skills"], personal: ["~/.config/poolside/skills"] },
  { id: "posit-assistant", name: "Posit Assistant", project: [".posit/assistant/skills"], personal: ["~/.posit/assistant/skills"] },
  { id: "promptscript", name: "PromptScript", project: [".agents/skills"], personal: [] },
  { id: "purecode", name: "PureCode", project: [".agents/skills"], personal: ["~/.purecode/skills"] },
  { id: "qoder", name: "Qoder", project: [".qoder/skills"], personal: ["~/.qoder/skills"] },
  { id: "qoder-cn", name: "Qoder CN", project: [".qoder/skills"], personal: ["~/.qoder-cn/skills"] },
  { id: "qwen-code", name: "Qwen Code", project: [".qwen/skills", ".agents/skills"], personal: ["~/.qwen/skills", "~/.agents/skills"] },
  { id: "reasonix", name: "Reasonix", project: [".reasonix/skills"], personal: ["~/.reasonix/skills"] },
  { id: "replit", name: "Replit", project: [".agents/skills"], personal: ["~/.config/agents/skills"] },
  { id: "roo", name: "Roo Code", project: [".roo/skills", ".agents/skills"], personal: ["~/.roo/skills", "~/.agents/skills"] },
  { id: "rovodev", name: "Rovo Dev", project: [".rovodev/skills", ".agents/skills"], personal: ["~/.rovodev/skills"] },
  { id: "sarvam-code", name: "Sarvam Code", project: [".agents/skills"], personal: ["~/.agents/skills"] },
  { id: "tabnine-cli", name: "Tabnine CLI", project: [".tabnine/agent/skills"], personal: ["~/.tabnine/agent/skills"] },
  { id: "terramind", name: "Terramind", project: [".terramind/skills"], personal: ["~/.terramind/skills"] },
  { id: "tinycloud", name: "Tinycloud", project: [".tinycloud/skills"], personal: ["~/.tinycloud/skills"] },
  { id: "trae", name: "Trae", project: [".trae/skills"], personal: ["~/.trae/skills"] },
  { id: "trae-cn", name: "Trae CN", project: [".trae/skills"], personal: ["~/.trae-cn/skills"] },
  {
    id: "universal", name: "Any agent",
    project: [".agents/skills", "skills", ".agent/skills"],
    personal: ["~/.agents/skills", "~/.config/agents/skills", "~/.agent/skills"],
    enterprise: {
      linux: ["/etc/skillwright/skills", "$data/hub/current/skills"],
      darwin: ["/Library/Application Support/Skillwright/skills", "$data/hub/current/skills"],
      win32: ["C:/ProgramData/Skillwright/skills", "$data/hub/current/skills"],
    },
    packages: [{ path: ".agent-packages", depth: 2 }, { path: "~/.agent-packages", depth: 2 }, { path: "$data/packages", depth: 3 }],
  },
  { id: "verdent", name: "Verdent", project: [".verdent/skills"], personal: ["~/.verdent/skills"] },
  { id: "warp", name: "Warp", project: [".agents/skills"], personal: ["~/.agents/skills"] },
  { id: "windsurf", name: "Windsurf", project: [".windsurf/skills"], personal: ["~/.codeium/windsurf/skills"] },
  { id: "witsy", name: "Witsy", project: [".agents/skills"], personal: ["~/.agents/skills"] },
  { id: "xcode-claude", name: "Xcode with Claude", project: [".claude/skills"], personal: ["~/Library/Developer/Xcode/CodingAssistant/ClaudeAgentConfig/skills"] },
  { id: "xcode-codex", name: "Xcode with Codex", project: [".agents/skills", ".codex/skills"], personal: ["~/Library/Developer/Xcode/CodingAssistant/codex/skills"] },
  { id: "zcode", name: "ZCode", project: [".zcode/skills"], personal: ["~/.zcode/skills"] },
  { id: "zed", name: "Zed", project: [".agents/skills"], personal: ["~/.agents/skills"] },
  { id: "zencoder", name: "Zencoder", project: [".zencoder/skills"], personal: ["~/.zencoder/skills"] },
  { id: "zenflow", name: "Zenflow", project: [".zencoder/skills"], personal: ["~/.zencoder/skills"] },
];
