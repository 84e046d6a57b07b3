import { expect, test } from "vitest";
import { inTurn } from "./in-turn.ts";

test("work runs one at a time, in order, and a failure stops nothing else", async () => {
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
