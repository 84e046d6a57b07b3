import { expect, test } from "vitest";
import { combinePolicies } from "./combine-policies.ts";

const open = { kind: "default", name: "default", otherwise: "allow" };

test("without any policy, tools are open, lists restrict, the log is required and no command runs", () => {
  expect(combinePolicies([])).toEqual({
    layers: [open],
    mode: "restrict",
    emptyList: "restrict",
    audit: "required",
    dynamicContext: false,
    sandbox: "optional",
  });
});

test("the rules of all are heard, and the strongest says how a skill's list is read", () => {
  const organisation = { kind: "organisation", name: "organisation" } as const;
  const user = { kind: "user", name: "user" } as const;
  expect(
    combinePolicies([
      { layer: organisation },
      { layer: user, mode: "both", emptyList: "ignore" },
      { mode: "advisory", emptyList: "restrict" },
    ]),
  ).toMatchObject({ layers: [organisation, user, open], mode: "both", emptyList: "ignore" });
});

test("one who requires the log is enough, and one who forbids commands", () => {
  const relaxed = { audit: "best-effort", dynamicContext: true } as const;
  expect(combinePolicies([relaxed, {}])).toMatchObject({ audit: "best-effort", dynamicContext: true });
  expect(combinePolicies([relaxed, { audit: "required", dynamicContext: false }])).toMatchObject({
    audit: "required",
    dynamicContext: false,
  });
});

test("one who requires a sandbox is enough, however strong", () => {
  expect(combinePolicies([{ sandbox: "optional" }, {}])).toMatchObject({ sandbox: "optional" });
  expect(combinePolicies([{ sandbox: "optional" }, { sandbox: "required" }])).toMatchObject({
    sandbox: "required",
  });
});
