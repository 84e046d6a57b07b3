import { expect, test } from "vitest";
import { classifyPlace, normalizePath } from "./places.ts";

test.each([
  ["~/.ssh/id_rsa", "credentials"],
  ["$HOME/.ssh/", "credentials"],
  ["~/.aws/credentials", "credentials"],
  ["/root/.kube/config", "credentials"],
  ["~/.npmrc", "credentials"],
  ["~/.config/gh/hosts.yml", "credentials"],
  ["~/Library/Keychains/login.keychain-db", "credentials"],
  ["/etc/shadow", "credentials"],
  ["~/.codex/auth.json", "credentials"],
  ["~/.bitcoin/wallet.dat", "wallet"],
  ["~/.config/solana/id.json", "wallet"],
  ["~/Library/Application Support/Google/Chrome/Default/Cookies", "browser-profile"],
  ["%LOCALAPPDATA%\\Google\\Chrome\\User Data\\Default\\Login Data", "browser-profile"],
  ["~/.mozilla/firefox/*.default/logins.json", "browser-profile"],
  [".env", "environment-file"],
  ["config/.env.production", "environment-file"],
  ["/proc/self/environ", "environment-file"],
  [".claude/settings.json", "agent-settings"],
  ["~/.claude.json", "agent-settings"],
  ["~/.cursor/mcp.json", "agent-settings"],
  ["~/.openclaw/openclaw.json", "agent-settings"],
  ["~/.openclaw/workspace/MEMORY.md", "agent-memory"],
  ["~/.codex/sessions/today.jsonl", "agent-memory"],
  ["~/.claude/CLAUDE.md", "agent-instructions"],
  [".github/copilot-instructions.md", "agent-instructions"],
  ["~/.claude/skills/pdf/SKILL.md", "agent-skills"],
  [".agents/skills/pdf", "agent-skills"],
  ["~/.bashrc", "shell-startup"],
  ["~/.config/fish/conf.d/x.fish", "shell-startup"],
  ["/etc/cron.d/x", "scheduled-task"],
  ["~/.config/systemd/user/x.service", "service"],
  ["~/Library/LaunchAgents/x.plist", "service"],
  ["HKCU:\\Software\\Microsoft\\Windows\\CurrentVersion\\Run", "autostart"],
  [".git/hooks/pre-commit", "git-hook"],
  ["/usr/lib/python3/dist-packages/x.pth", "python-startup"],
  ["~/.ssh/authorized_keys", "ssh-access"],
  ["/etc/sudoers.d/x", "system-accounts"],
  ["/etc/hosts", "hosts-file"],
  ["~/.zsh_history", "history"],
  ["/tmp/x", "temporary"],
  ["~/Documents", "home"],
  ["/usr/bin", "system"],
])("%s is %s", (path, kind) => {
  expect(classifyPlace(path)).toBe(kind);
});

test.each([
  ".env.example",
  "src/credentials.ts",
  "model.pth",
  "user.md",
  "dash",
  "build/out.json",
  "server.key.md",
  "",
])("%s is an ordinary file", (path) => {
  expect(classifyPlace(path)).toBeUndefined();
});

test.each(["~/.ssh/id_rsa.pub", "~/.ssh/known_hosts"])("%s holds no secret", (path) => {
  expect(classifyPlace(path)).toBe("home");
});

test.each([
  "~/.ssh/id_rsa",
  "$HOME/.ssh/id_rsa",
  `\${HOME}/.ssh/id_rsa`,
  "/home/user/.ssh/id_rsa",
  "/Users/user/.ssh/id_rsa",
  "/root/.ssh/id_rsa",
  "~root/.ssh/id_rsa",
  "%USERPROFILE%\\.ssh\\id_rsa",
  "$env:USERPROFILE\\.ssh\\id_rsa",
  "C:\\Users\\user\\.ssh\\id_rsa",
  "~/./.ssh//id_rsa",
  '"$HOME/.ssh/id_rsa"',
])("%s is the same path", (path) => {
  expect(normalizePath(path)).toBe("~/.ssh/id_rsa");
});
