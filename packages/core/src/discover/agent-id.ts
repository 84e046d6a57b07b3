/** Other spellings of agents' ids, from the tools and vendors that use them. */
const aliases: ReadonlyMap<string, string> = new Map([
  ["claude", "claude-code"],
  ["codex-cli", "codex"],
  ["openai-codex", "codex"],
  ["github-copilot", "copilot"],
  ["copilot-cli", "copilot"],
  ["vscode", "copilot"],
  ["gemini", "gemini-cli"],
  ["kimi", "kimi-code-cli"],
  ["kimi-cli", "kimi-code-cli"],
  ["kiro", "kiro-cli"],
  ["qwen", "qwen-code"],
  ["letta-code", "letta"],
  ["roo-code", "roo"],
  ["rovo-dev", "rovodev"],
  ["mistral", "mistral-vibe"],
  ["tabnine", "tabnine-cli"],
]);

/** The one id of an agent that every command, profile and configuration uses; unknown words come back unchanged. */
export function agentId(word: string): string {
  return aliases.get(word) ?? word;
}
