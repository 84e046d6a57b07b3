import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { temporaryFolder } from "../test-hub.ts";
import { createGitSlots } from "./git-slots.ts";
import { createServeGit } from "./serve-git.ts";

const limits = { processes: 3, processesEach: 2, waiting: 2, waitingEach: 1, waitMs: 60_000 };
const refusal = { code: "UNAVAILABLE", headers: { "retry-after": "5" } };

test("one client has only some of the places: slow clones hold up no one else", async () => {
  const slots = createGitSlots(limits);
  const slow = [await slots.take("slow"), await slots.take("slow")];
  const third = slots.take("slow");
  await expect(slots.take("slow")).rejects.toMatchObject(refusal);
  const other = await slots.take("other");
  // All places are taken: a further client waits, and one more than may wait is refused.
  const late = slots.take("late");
  await expect(slots.take("later")).rejects.toMatchObject(refusal);
  // A place of another client does not become one of the slow client.
  other();
  (await late)();
  slow[0]?.();
  (await third)();
  slow[1]?.();
});

test("a request that waited too long is refused, and its place in the queue is free", async () => {
  const slots = createGitSlots({ ...limits, processesEach: 1, waitMs: 1 });
  const giveBack = await slots.take("a");
  await expect(slots.take("a")).rejects.toMatchObject(refusal);
  await expect(slots.take("a")).rejects.toMatchObject(refusal);
  giveBack();
  giveBack();
  const again = await slots.take("a");
  await expect(slots.take("a")).rejects.toMatchObject(refusal);
  again();
});

test("a client that reads nothing loses its place", async () => {
  const repository = temporaryFolder();
  const git = (...words: string[]): string =>
    execFileSync("git", ["-C", repository, "-c", "user.name=t", "-c", "user.email=t@example.org", ...words], {
      encoding: "utf8",
    });
  git("init", "--quiet");
  writeFileSync(`${repository}/large`, randomBytes(4_000_000));
  git("add", ".");
  git("commit", "--quiet", "-m", "large");
  const line = (text: string): string => `${(text.length + 4).toString(16).padStart(4, "0")}${text}`;
  const input = Buffer.from(`${line(`want ${git("rev-parse", "HEAD").trim()}\n`)}0000${line("done\n")}`);
  const serve = createServeGit({ ...limits, processesEach: 1, allMs: 600_000, stallMs: 3000 });
  const request = { repository: `${repository}/.git`, input, protocol: null, client: "slow" };
  const unread = await serve(request);
  const read = await serve(request);
  expect((await read.arrayBuffer()).byteLength).toBeGreaterThan(4_000_000);
  await expect(unread.arrayBuffer()).rejects.toThrow();
});
