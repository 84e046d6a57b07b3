import { expect, test } from "vitest";
import { isTrusted, trustState } from "./is-trusted.ts";

const digest = `sha256:${"a".repeat(64)}`;
const records = new Map([["/home/me/app", { digest, at: "2026-11-15T10:00:00.000Z" }]]);

test.each([
  ["the place and the skills vouched for", { realPath: "/home/me/app", digest }, "trusted"],
  ["other skills in that place", { realPath: "/home/me/app", digest: `sha256:${"b".repeat(64)}` }, "changed"],
  [
    "the same skills in another place: moved, copied, or now a link",
    { realPath: "/tmp/app", digest },
    "unknown",
  ],
  ["a folder above", { realPath: "/home/me", digest }, "unknown"],
  ["a folder below", { realPath: "/home/me/app/vendor", digest }, "unknown"],
  ["the same path with a slash at its end", { realPath: "/home/me/app/", digest }, "unknown"],
  ["the same path in capitals", { realPath: "/home/me/App", digest }, "unknown"],
  ["a folder that is gone", { realPath: undefined, digest }, "unknown"],
  ["no digest at all", { realPath: "/home/me/app", digest: "" }, "changed"],
] as const)("%s", (_, project, state) => {
  expect(trustState(records, project)).toBe(state);
  expect(isTrusted(records, project)).toBe(state === "trusted");
});

test("nothing is trusted when nothing was vouched for", () => {
  expect(isTrusted(new Map(), { realPath: "/home/me/app", digest })).toBe(false);
});
