import { expect, test } from "vitest";
import { createHoldings, createQuota } from "./quota.ts";

test("each user and all users together have a quota, and released slots can be taken again", () => {
  const quota = createQuota("things", { user: 2, all: 3 });
  const take = (user: string, amount = 1): number | undefined => quota.take(user, amount)?.status;
  expect([take("a"), take("a"), take("a")]).toEqual([undefined, undefined, 429]);
  expect([take("b", 2), take("b"), take("c")]).toEqual([503, undefined, 503]);
  quota.give("a", 2);
  expect([take("c", 2), take("a")]).toEqual([undefined, 503]);
});

test("a refusal states which quota is exceeded", async () => {
  const quota = createQuota("things", { user: 0, all: 9 });
  const refusal = quota.take("a", 1);
  expect([refusal?.headers.get("retry-after"), await refusal?.json()]).toEqual([
    "1",
    {
      jsonrpc: "2.0",
      id: null,
      error: { code: -32_000, message: "You have too many things open. Try again later." },
    },
  ]);
});

test("holdings release what they took, once, and nothing that was refused", () => {
  const [small, large] = [
    createQuota("small", { user: 1, all: 1 }),
    createQuota("large", { user: 10, all: 10 }),
  ];
  const holdings = createHoldings("a");
  const taken = [
    holdings.take(small, 1),
    holdings.take(small, 1),
    holdings.take(large, 4),
    holdings.take(large, 6),
  ];
  expect(taken.map((refusal) => refusal?.status)).toEqual([undefined, 429, undefined, undefined]);
  holdings.giveBack(small);
  expect(small.take("b", 1)).toBeUndefined();
  holdings.giveAllBack();
  holdings.giveAllBack();
  expect([small.take("a", 1)?.status, large.take("a", 10), large.take("a", 1)?.status]).toEqual([
    503,
    undefined,
    429,
  ]);
});
