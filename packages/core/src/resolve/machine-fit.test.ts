import { expect, test } from "vitest";
import { limits } from "../limits.ts";
import { parseSkill } from "../parse/parse-skill.ts";
import { statedRequirements } from "./machine-fit.ts";

function stated(metadata: string): ReturnType<typeof statedRequirements> {
  const { manifest } = parseSkill(`---\nname: a\ndescription: b\nmetadata:${metadata}\n---\n`);
  return statedRequirements(manifest);
}

const wanted = { platforms: ["darwin", "linux"], commands: ["tmux"], anyCommand: ["claude", "codex"] };

test.each([
  [
    "on one line",
    ' {"openclaw": {"os": ["darwin", "linux"], "requires": {"bins": ["tmux"], "anyBins": ["claude", "codex"]}}}',
  ],
  [
    "on many lines",
    '\n  {\n    "openclaw":\n      {\n        "emoji": "👷",\n        "os": ["darwin", "linux"],\n        "requires": { "bins": ["tmux"], "anyBins": ["claude", "codex"] },\n      },\n  }',
  ],
  [
    "as YAML",
    "\n  openclaw:\n    os: [macos, Linux]\n    requires:\n      bins:\n        - tmux\n      anyBins: [claude, codex]\n    install:\n      - kind: brew\n        bins: [other]\n        os: [win32]",
  ],
  [
    "as JSON text",
    ` {openclaw: '{"os": ["darwin", "linux"], "requires": {"bins": ["tmux"], "anyBins": ["claude", "codex"]}}'}`,
  ],
  [
    "under the old name",
    " {clawdbot: {os: [darwin, linux], requires: {bins: tmux, anyBins: [claude, codex]}}}",
  ],
])("OpenClaw's form is read %s", (_, metadata) => {
  expect(stated(metadata)).toEqual(wanted);
});

test("always overrides the commands but not the system", () => {
  expect(stated(" {openclaw: {always: true, os: [darwin], requires: {bins: [tmux], anyBins: [a]}}}")).toEqual(
    {
      platforms: ["darwin"],
      commands: [],
      anyCommand: [],
    },
  );
});

test("an unknown system makes the list inconclusive", () => {
  expect(stated(" {openclaw: {os: [linux, beos]}}")?.platforms).toEqual([]);
});

test("a command is a plain name, and there are not too many", () => {
  const names = ["gh", "../gh", "/bin/sh", "a b", "-rf", "g++", "python3.12", "$(id)", ""];
  expect(stated(` {openclaw: {requires: {bins: ${JSON.stringify(names)}}}}`)?.commands).toEqual([
    "gh",
    "g++",
    "python3.12",
  ]);
  const many = Array.from({ length: 100 }, (_, index) => `c${index}`);
  const found = stated(` {openclaw: {requires: {bins: ${JSON.stringify(many)}}}}`)?.commands;
  expect(found).toHaveLength(limits.requiredCommands);
});

test("if one of several commands is enough, all must be checkable to conclude anything", () => {
  expect(stated(" {openclaw: {requires: {anyBins: [gh, hub]}}}")?.anyCommand).toEqual(["gh", "hub"]);
  expect(stated(" {openclaw: {requires: {anyBins: [gh, /opt/hub]}}}")?.anyCommand).toEqual([]);
});

test.each([" {}", " {author: me}", " {openclaw: yes please}", " text"])(
  "metadata:%s states nothing",
  (metadata) => {
    expect(stated(metadata)?.commands ?? []).toEqual([]);
    expect(stated(metadata)?.platforms ?? []).toEqual([]);
  },
);

test("members of another type state nothing", () => {
  expect(stated(" {openclaw: {os: {linux: true}, requires: [gh]}}")).toEqual({
    platforms: [],
    commands: [],
    anyCommand: [],
  });
  expect(statedRequirements({})).toBeUndefined();
});
