import { expect, test } from "vitest";
import { combinePolicies } from "./policy-file.ts";

const open = { kind: "default", name: "default", otherwise: "allow" };

test("without a policy, tools are open, allowlists restrict, the log is required and no command runs", () => {
  expect(combinePolicies([])).toEqual({
    layers: [open],
    mode: "restrict",
    emptyList: "restrict",
    audit: "required",
    dynamicContext: false,
    sandbox: "optional",
    protect: true,
    install: [],
  });
});

test("the rules about installing of every policy apply, each as a whole", () => {
  const rules = [{ minimumReleaseAgeHours: 48, releaseAgeExclude: ["a"] }, { requireSignature: true }];
  expect(combinePolicies([{ install: rules[0] ?? {} }, {}, { install: rules[1] ?? {} }]).install).toEqual(
    rules,
  );
});

test("all rules apply, and the strongest policy decides how a skill's list is read", () => {
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

test("one policy is enough to require the log, or to forbid commands", () => {
  const relaxed = { audit: "best-effort", dynamicContext: true } as const;
  expect(combinePolicies([relaxed])).toMatchObject({ audit: "best-effort", dynamicContext: true });
  expect(combinePolicies([relaxed, {}])).toMatchObject({ audit: "best-effort", dynamicContext: true });
  expect(combinePolicies([{}])).toMatchObject({ audit: "required", dynamicContext: false });
  expect(combinePolicies([relaxed, { audit: "required", dynamicContext: false }])).toMatchObject({
    audit: "required",
    dynamicContext: false,
  });
});

test("one policy is enough to require a sandbox, however weak it is", () => {
  expect(combinePolicies([{ sandbox: "optional" }, {}])).toMatchObject({ sandbox: "optional" });
  expect(combinePolicies([{ sandbox: "optional" }, { sandbox: "required" }])).toMatchObject({
    sandbox: "required",
  });
});

test("protection is off only if a policy says so and none objects", () => {
  expect(combinePolicies([{ protect: false }, {}])).toMatchObject({ protect: false });
  expect(combinePolicies([{ protect: true }, { protect: false }])).toMatchObject({ protect: true });
  expect(combinePolicies([{ protect: false }, { protect: true }])).toMatchObject({ protect: true });
});
