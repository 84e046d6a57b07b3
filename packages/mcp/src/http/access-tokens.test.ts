import { SkillError } from "@skillwright/core";
import { expect, test } from "vitest";
import { createTokenCheck } from "./check-head.ts";

const anna = { user: "anna", secret: "0123456789abcdef" };
const bert = { user: "bert", secret: "fedcba9876543210" };

test("a token identifies its user, with any other headers and any case of the scheme", () => {
  const findUser = createTokenCheck([anna, bert, { ...anna, secret: "an-older-one-of-anna" }]);
  const headers = ["Bearer 0123456789abcdef", "bearer  fedcba9876543210", "BEARER an-older-one-of-anna"];
  expect(headers.map(findUser)).toEqual(["anna", "bert", "anna"]);
});

test("anything else identifies no user", () => {
  const findUser = createTokenCheck([anna]);
  const headers = [
    undefined,
    "",
    "Bearer",
    "Bearer ",
    "0123456789abcdef",
    "Bearer 0123456789abcde",
    "Bearer x",
  ];
  expect(headers.map(findUser)).toEqual(headers.map(() => undefined));
});

test.each([
  ["none at all", [], "at least one is required"],
  ["a short secret", [{ user: "anna", secret: "0123456789abcde" }], /^a secret has 16 to 1024 visible ASCII/],
  ["a long secret", [{ user: "anna", secret: "0".repeat(1025) }], /^a secret has/],
  ["a secret with a space", [{ user: "anna", secret: "0123456789 abcdef" }], /^a secret has/],
  ["a secret that no header can hold", [{ user: "anna", secret: "0123456789abcdéf" }], /^a secret has/],
  ["one secret for two users", [anna, { ...anna, user: "bert" }], "each must be different"],
  ["a user without a name", [{ ...anna, user: "" }], /^the name of a user has 1 to 128/],
  ["a name with half a character", [{ ...anna, user: "\ud800" }], /^the name of a user has 1 to 128/],
])("%s is refused, and no secret is revealed", (_, tokens, reason) => {
  const attempt = () => createTokenCheck(tokens);
  expect(attempt).toThrow(SkillError);
  expect(attempt).toThrow(
    expect.objectContaining({
      code: "option-invalid",
      details: { name: "tokens", reason: expect.stringMatching(reason) },
    }),
  );
  expect(attempt).not.toThrow(/0123456789/);
});
