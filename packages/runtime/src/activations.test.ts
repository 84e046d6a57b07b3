import { expect, test } from "vitest";
import { type Activation, begin, endTurn, findLoaded, leave, restricting, retract } from "./activations.ts";

const pdf: Activation = {
  activation: "1",
  family: "pdf",
  restriction: "Read",
  instructions: "v1",
  lifetime: "turn",
  leaver: "model",
};

test("the same load again changes nothing but who relies on it", () => {
  const again = { ...pdf, activation: "2" };
  expect(begin([pdf], again)).toEqual({ active: [{ ...pdf, shared: true }], began: [], left: [] });
});

test("other instructions take the place of the earlier ones", () => {
  const other: Activation = { ...pdf, activation: "2", instructions: "v2" };
  const renewed = { ...other, shared: true };
  expect(begin([pdf], other)).toEqual({ active: [renewed], began: [renewed], left: [pdf] });
});

test("another skill with an equal list is another activation", () => {
  const csv: Activation = { ...pdf, activation: "2", family: "csv" };
  expect(begin([pdf], csv)).toEqual({ active: [pdf, csv], began: [csv], left: [] });
  expect(findLoaded([csv], pdf)).toBeUndefined();
});

test("leaving a named skill starts at its first version, and leaves what lies between", () => {
  const other: Activation = { ...pdf, family: "csv" };
  const edited: Activation = { ...pdf, restriction: "Write" };
  const isNamed = ({ family }: Activation): boolean => family === "pdf";
  expect(leave([pdf, other, edited], { by: "model", isNamed })).toEqual({
    ...{ active: [], began: [], left: [edited, other, pdf] },
  });
  expect(leave([pdf, other, edited], { by: "model" })).toMatchObject({ active: [pdf, other] });
});

test("a load is taken back alone, and only while no other relies on it", () => {
  const csv: Activation = { ...pdf, activation: "2", family: "csv" };
  expect(retract([pdf, csv], "1")).toEqual({ active: [csv], began: [], left: [pdf] });
  for (const kept of [
    { ...pdf, shared: true },
    { ...pdf, lifetime: "session" as const },
  ])
    expect(retract([kept, csv], "1")).toEqual({ active: [kept, csv], began: [], left: [] });
});

test("if only the innermost skill restricts, all its versions do, and what the model may not leave", () => {
  const outer: Activation = { ...pdf, family: "outer" };
  const edited: Activation = { ...pdf, restriction: "Write" };
  const users: Activation = { ...outer, leaver: "user" };
  expect(restricting([outer, pdf, edited], "top")).toEqual([pdf, edited]);
  expect(restricting([users, pdf], "top")).toEqual([users, pdf]);
  expect(restricting([outer, pdf], "intersection")).toEqual([outer, pdf]);
});

test("the end of a turn lets a model leave what stays, except what lasts for the session", () => {
  const kept: Activation = { ...pdf, lifetime: "session", leaver: "user" };
  const freed: Activation = { ...pdf, family: "csv", lifetime: "until-deactivated", leaver: "user" };
  expect(endTurn([kept, freed])).toEqual({
    active: [kept, { ...freed, leaver: "model" }],
    began: [],
    left: [],
  });
});
