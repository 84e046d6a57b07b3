type SecretKind = { readonly name: string; readonly pattern: string };

/** Formats that services publish so that scanners can recognize their secrets, with their real lengths. */
export const secretKinds: readonly SecretKind[] = [
  { name: "AWS access key id", pattern: "(?:AKIA|ASIA)[A-Z2-7]{16}(?![A-Za-z0-9])" },
  { name: "GitHub token", pattern: "gh[pousr]_[A-Za-z0-9]{36}(?![A-Za-z0-9])" },
  { name: "GitHub token", pattern: "github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}(?![A-Za-z0-9])" },
  { name: "GitLab token", pattern: "glpat-[A-Za-z0-9_-]{20,64}(?![A-Za-z0-9_-])" },
  { name: "npm token", pattern: "npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])" },
  { name: "PyPI token", pattern: "pypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{50,400}" },
  { name: "Anthropic key", pattern: "sk-ant-[a-z]{3,5}\\d{2}-[A-Za-z0-9_-]{80,120}" },
  { name: "OpenAI key", pattern: "sk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{40,200}" },
  { name: "OpenAI key", pattern: "sk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}(?![A-Za-z0-9])" },
  { name: "OpenRouter key", pattern: "sk-or-v1-[0-9a-f]{64}(?![0-9a-f])" },
  { name: "API key", pattern: "sk-(?:[0-9a-f]{32}|[A-Za-z0-9]{48})(?![A-Za-z0-9_-])" },
  { name: "Google API key", pattern: "AIza[0-9A-Za-z_-]{35}(?![0-9A-Za-z_-])" },
  { name: "Slack token", pattern: "xox[baprs]-\\d{8,14}-[0-9A-Za-z-]{20,120}" },
  {
    name: "Slack webhook",
    pattern: "hooks\\.slack\\.com/services/T[A-Z0-9]{8,12}/B[A-Z0-9]{8,12}/[A-Za-z0-9]{24}(?![A-Za-z0-9])",
  },
  { name: "Discord webhook", pattern: "discord(?:app)?\\.com/api/webhooks/\\d{17,20}/[A-Za-z0-9_-]{60,80}" },
  { name: "Telegram bot token", pattern: "\\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])" },
  { name: "Stripe key", pattern: "[sr]k_live_[A-Za-z0-9]{24,120}" },
  { name: "Hugging Face token", pattern: "hf_[A-Za-z]{34}(?![A-Za-z0-9])" },
  { name: "SendGrid key", pattern: "SG\\.[A-Za-z0-9_-]{22}\\.[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])" },
];
