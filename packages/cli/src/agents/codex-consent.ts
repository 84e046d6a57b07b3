import { createHash } from "node:crypto";
import {
  type Consent,
  type ConsentRequest,
  type HookConsent,
  homeFolder,
  type PlacedHook,
} from "./agent-settings.ts";
import { tomlEditor } from "./edit-toml.ts";
import { valueAt } from "./settings-file.ts";

/**
 * Codex 0.166 runs a hook only after the user trusts it in `/hooks`, and silently skips all others. It records trust by the hook's
 * position and a digest of its content. Hooks in a project also need a trusted project.
 */
export const codexConsent: HookConsent = {
  file: (here) => `${homeFolder(here, ".codex", "CODEX_HOME")}/config.toml`,
  find: (asked, { path, text }) => {
    const config = text === undefined ? {} : tomlEditor.read({ path, text });
    if (valueAt(config, ["features", "hooks"]) === false) return "off";
    const states = asked.hooks.map((hook) => consentTo(hook, asked, config));
    if (states.includes("off")) return "off";
    return isProjectTrusted(asked, config) && !states.includes("untrusted") ? "trusted" : "untrusted";
  },
};

function isProjectTrusted({ projects }: ConsentRequest, config: unknown): boolean {
  if (projects.length === 0) return true;
  return projects.some((project) => valueAt(config, ["projects", project, "trust_level"]) === "trusted");
}

function consentTo(hook: PlacedHook, { paths }: ConsentRequest, config: unknown): Consent {
  const place = `${eventName(hook)}:${hook.index}:0`;
  const states = paths.map((path) => valueAt(config, ["hooks", "state", `${path}:${place}`]));
  if (states.some((state) => valueAt(state, ["enabled"]) === false)) return "off";
  const digest = `sha256:${createHash("sha256").update(signedText(hook)).digest("hex")}`;
  return states.some((state) => valueAt(state, ["trusted_hash"]) === digest) ? "trusted" : "untrusted";
}

/** Codex signs the entry with sorted keys and with defaults filled in. */
function signedText(hook: PlacedHook): string {
  const value = (key: string): unknown => valueAt(hook.entry, ["hooks", 0, key]);
  return JSON.stringify({
    event_name: eventName(hook),
    hooks: [{ async: false, command: value("command"), timeout: value("timeout"), type: value("type") }],
    matcher: valueAt(hook.entry, ["matcher"]),
  });
}

function eventName({ event }: PlacedHook): string {
  return event.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}
