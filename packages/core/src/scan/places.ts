/** What a path on the user's machine is, where that matters to security; first match wins. */
export type PlaceKind =
  | "credentials"
  | "wallet"
  | "browser-profile"
  | "environment-file"
  | "agent-settings"
  | "agent-memory"
  | "agent-instructions"
  | "agent-skills"
  | "shell-startup"
  | "scheduled-task"
  | "service"
  | "autostart"
  | "git-hook"
  | "python-startup"
  | "ssh-access"
  | "system-accounts"
  | "hosts-file"
  | "history"
  | "temporary"
  | "home"
  | "system";

/** `path` with `~`, `$HOME`, `%USERPROFILE%` and `/home/NAME` alike, slashes either way. */
export function classifyPlace(path: string): PlaceKind | undefined {
  const plain = normalizePath(path);
  return rows.find(([, pattern]) => pattern.test(plain))?.[0];
}

/** One spelling for the home folder and for slashes; bounded, since paths come from foreign text. */
export function normalizePath(path: string): string {
  return path
    .slice(0, 1024)
    .replaceAll("\\", "/")
    .replace(
      /^["']?(?:\$\{?HOME\}?|~[\w-]{0,32}|%USERPROFILE%|%HOMEPATH%|\$env:(?:USERPROFILE|HOME)|\/root|\/(?:home|Users)\/[^/]{1,64}|[A-Za-z]:\/Users\/[^/]{1,64})(?=\/|$)/i,
      "~",
    );
}

const rows: readonly (readonly [PlaceKind, RegExp])[] = [
  ["ssh-access", /(?:^|\/)\.ssh\/(?:authorized_keys|config|rc)\b/],
];
