import { describe, expect, test } from "vitest";
import type { ConsentRequest } from "./agent-settings.ts";
import { codexConsent } from "./codex-consent.ts";

const line = "skillwright guard --agent codex";
/** The end of the line that was tried in Codex. */
const end =
  " || sh -c 'echo blocked by skillwright guard. If it gave no reason, it did not run: see skillwright guard status >&2; exit 2'";
const hook = (command: string, timeout: number) => ({ type: "command", command, timeout });
const file = "/proj/.codex/hooks.json";

const asked: ConsentRequest = {
  paths: [file],
  projects: [],
  hooks: [
    { event: "PreToolUse", index: 0, entry: { matcher: "*", hooks: [hook(line + end, 10)] } },
    { event: "UserPromptSubmit", index: 0, entry: { hooks: [hook(line, 10)] } },
    { event: "SessionEnd", index: 2, entry: { hooks: [hook(line, 3)] } },
  ],
};

/** What Codex 0.166.0 itself says are the digests of these hooks. */
const state = {
  "pre_tool_use:0:0": "52bcecb40616d449278d3481e1e206d11c5950b498d931e4b9cd121a7b1f4769",
  "user_prompt_submit:0:0": "160b83a4e54fb226cb26bd7a5c3c969661f0b7f0291afd5cc8a8c2caefac1d9c",
  "session_end:2:0": "00c3f48a993f6e81285505bb2f6d0e762bc817a77839872140f1d7b55f371b77",
};
const config = Object.entries(state)
  .map(([place, digest]) => `[hooks.state."${file}:${place}"]\ntrusted_hash = "sha256:${digest}"\n`)
  .join("\n");

const find = (text: string | undefined, request: Partial<ConsentRequest> = {}) =>
  codexConsent.find({ ...asked, ...request }, { path: "config.toml", text });

test("hooks that a person has trusted are identified by location and digest", () => {
  expect(find(config)).toBe("trusted");
  expect(find(config, { paths: ["/link/hooks.json", file] })).toBe("trusted");
});

describe("not trusted", () => {
  test("without settings, or with those of another file", () => {
    expect(find(undefined)).toBe("untrusted");
    expect(find("")).toBe("untrusted");
    expect(find(config, { paths: ["/other/.codex/hooks.json"] })).toBe("untrusted");
  });

  test.each([
    ["one of them is missing", config.replace("session_end:2", "session_end:3")],
    ["one says something else now", config.replace("52bcec", "52bced")],
  ])("when %s", (_, text) => {
    expect(find(text)).toBe("untrusted");
  });

  test("when the command has changed since", () => {
    const [first, ...rest] = asked.hooks;
    const changed = { event: "PreToolUse", index: 0, entry: { matcher: "*", hooks: [hook(line, 10)] } };
    expect(find(config, { hooks: [changed, ...rest] })).toBe("untrusted");
    expect(find(config, { hooks: first === undefined ? [] : [first] })).toBe("trusted");
  });

  test("in a project that is not", () => {
    const trusted = (level: string): string => `${config}\n[projects."/proj"]\ntrust_level = "${level}"\n`;
    expect(find(config, { projects: ["/proj"] })).toBe("untrusted");
    expect(find(trusted("untrusted"), { projects: ["/proj"] })).toBe("untrusted");
    expect(find(trusted("trusted"), { projects: ["/link", "/proj"] })).toBe("trusted");
  });
});

test("disabled hooks, one or all, are off", () => {
  expect(find(`${config}enabled = false\n`)).toBe("off");
  expect(find(`[features]\nhooks = false\n${config}`)).toBe("off");
});
