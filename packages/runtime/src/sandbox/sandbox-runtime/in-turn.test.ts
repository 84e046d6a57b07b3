import { expect, test } from "vitest";
import { inTurn } from "./in-turn.ts";

test("one thing is done at a time, in the order of asking, and a failure stops nobody", async () => {
  const seen: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = inTurn(async () => {
    seen.push("first begins");
    await gate.promise;
    seen.push("first ends");
    throw new Error("no luck");
  });
  const second = inTurn(async () => {
    seen.push("second");
    return 2;
  });
  await Promise.resolve();
  gate.resolve();
  await expect(first).rejects.toThrow("no luck");
  expect(await second).toBe(2);
  expect(seen).toEqual(["first begins", "first ends", "second"]);
});
