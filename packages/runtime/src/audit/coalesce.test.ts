import { expect, test } from "vitest";
import { coalesce } from "./coalesce.ts";

/** Work whose end the test decides. */
function createWork(): { readonly work: () => Promise<void>; readonly runs: PromiseWithResolvers<void>[] } {
  const runs: PromiseWithResolvers<void>[] = [];
  const work = (): Promise<void> => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  };
  return { work, runs };
}

test("those who ask while it runs share one later run, begun after they asked", async () => {
  const { work, runs } = createWork();
  const ask = coalesce(work);
  const first = ask();
  const later = [ask(), ask(), ask()];
  expect(runs).toHaveLength(1);
  runs[0]?.resolve();
  await first;
  await Promise.resolve();
  expect(runs).toHaveLength(2);
  runs[1]?.resolve();
  await Promise.all(later);
  expect(runs).toHaveLength(2);
});

test("a request while nothing runs starts a new run", async () => {
  const { work, runs } = createWork();
  const ask = coalesce(work);
  const first = ask();
  runs[0]?.resolve();
  await first;
  const second = ask();
  runs[1]?.resolve();
  await second;
  expect(runs).toHaveLength(2);
});

test("a failure reaches those whose run it was, and the next run happens all the same", async () => {
  const { work, runs } = createWork();
  const ask = coalesce(work);
  const first = ask();
  const second = ask();
  runs[0]?.reject(new Error("no"));
  await expect(first).rejects.toThrow("no");
  await Promise.resolve();
  runs[1]?.resolve();
  await second;
  const third = ask();
  runs[2]?.resolve();
  await third;
});
