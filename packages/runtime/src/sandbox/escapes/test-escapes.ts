import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "vitest";
import { systemClock } from "../../clock.ts";
import type { RunRequest, RunResult } from "../sandbox.ts";
import { createTestFolder } from "../test-contract-runs.ts";
import { type Backend, backends, missingBackends } from "./test-backends.ts";

/** The setup of one attack: a readable skill, an output folder, and the attacker's targets. */
type Arena = {
  readonly skill: string;
  readonly output: string;
  /** A sibling folder that is not exposed, with a file `secret` that contains the canary. */
  readonly outside: string;
  readonly canary: string;
  /** Runs a script in bash; `$SKILL`, `$OUTPUT` and `$OUTSIDE` are those folders. */
  run(script: string, more?: Partial<RunRequest>): Promise<RunResult>;
};

type Attack = (arena: Arena) => Promise<void>;
type AddAttack = (title: string, attack: Attack, denial?: string) => void;

/**
 * Runs the same attacks on every backend of this machine. An attack named after a denial that a backend is
 * known to lack must succeed there: once it fails, the test fails and the note must go.
 */
export function describeEscapes(topic: string, attacks: (add: AddAttack) => void): void {
  for (const backend of backends) {
    const add: AddAttack = (title, attack, denial = "") => {
      const reason = backend.known[denial];
      const run = (): Promise<void> => attack(createArena(backend));
      if (reason === undefined) test(title, run);
      else test.fails(`${title} (known to succeed: ${reason})`, run);
    };
    describe(`${backend.name}: ${topic} (S3-41)`, () => attacks(add));
  }
  for (const { name, reason } of missingBackends) test.skip(`${name}: ${topic} NOT TRIED: ${reason}`);
}

/** Attacks on Linux features, or visible only in its `/proc`. */
export function describeLinuxEscapes(topic: string, attacks: (add: AddAttack) => void): void {
  if (process.platform === "linux") describeEscapes(topic, attacks);
  else test.skip(`${topic} NOT TRIED: made for Linux`);
}

function createArena(backend: Backend): Arena {
  const folder = createTestFolder();
  const [skill, output, outside] = [join(folder, "skill"), join(folder, "output"), join(folder, "outside")];
  for (const path of [skill, output, outside]) mkdirSync(path);
  const canary = `canary-${systemClock.createId()}`;
  writeFileSync(join(skill, "SKILL.md"), "---\nname: skill\n---\n");
  writeFileSync(join(outside, "secret"), canary);
  const run = (script: string, more: Partial<RunRequest> = {}): Promise<RunResult> =>
    backend.sandbox.run({
      // A bash whose input is a socket, as Node creates them, would read the user's settings.
      command: ["/bin/bash", "--norc", "-c", script],
      cwd: output,
      timeoutMs: 30_000,
      outputBytes: 200_000,
      readable: [skill],
      writable: [output],
      network: "none",
      ...more,
      environment: {
        PATH: "/usr/bin:/bin:/usr/sbin:/sbin",
        SKILL: skill,
        OUTPUT: output,
        OUTSIDE: outside,
        ...more.environment,
      },
    });
  return { skill, output, outside, canary, run };
}
