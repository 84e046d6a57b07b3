import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { SkillError } from "@skillwright/core";
import { type AuditSink, createMemorySink } from "@skillwright/core/audit";
import { createNodeFileSystem } from "@skillwright/core/node";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { openSessionFile } from "./agent-hooks/session-file.ts";
import { createTestGuard, skill as foundSkill, removeTestGuards } from "./agent-hooks/test-guard.ts";
import { systemClock } from "./clock.ts";
import { sessionLimits } from "./session/limits.ts";
import type { Session } from "./session/session.ts";
import { createTestSession, skillText } from "./session/test-session.ts";
import {
  createModel,
  endTurn,
  enforced,
  leave,
  load,
  type Model,
  type ModelLoad,
} from "./test-activation-model.ts";

afterAll(removeTestGuards);

/** Each list allows all of these tools but one, so that the refused tools tell which lists are enforced. */
const names: readonly string[] = ["alpha", "beta", "gamma"];
const versions = 3;
const probes = Array.from({ length: names.length * versions + 2 }, (_, index) => `probe_${index}`);
const forkList = names.length * versions;
const twinList = forkList + 1;

function listOf(index: number): string {
  return probes.filter((_, other) => other !== index).join(" ");
}

const name = fc.constantFrom(...names);
const lifetime = fc.constantFrom("turn", "until-deactivated", "session" as const);

type Step =
  | {
      readonly do: "load";
      readonly skill: string;
      readonly args: string;
      readonly by: "model" | "user";
      readonly lifetime?: ModelLoad["lifetime"] | undefined;
    }
  | { readonly do: "edit"; readonly skill: string; readonly version: number }
  | { readonly do: "fail"; readonly why: "log" | "missing" | "hook"; readonly skill: string }
  | { readonly do: "retract" }
  | { readonly do: "leave"; readonly skill: string | undefined; readonly by: "model" | "user" }
  | { readonly do: "end turn" }
  | { readonly do: "fork" | "end fork" };

const by = fc.constantFrom("model" as const, "model" as const, "user" as const);
const some = <Kind extends string>(kind: Kind): fc.Arbitrary<Kind> => fc.constant(kind);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: some("load"),
      skill: name,
      args: fc.constantFrom("", "x", "y"),
      by,
      lifetime: fc.option(lifetime, { nil: undefined }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: some("edit"), skill: name, version: fc.nat(versions - 1) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: some("fail"),
      why: fc.constantFrom("log" as const, "missing" as const, "hook" as const),
      skill: name,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: some("retract") }) },
  { weight: 4, arbitrary: fc.record({ do: some("leave"), skill: fc.option(name, { nil: undefined }), by }) },
  { weight: 2, arbitrary: fc.record({ do: some("end turn") }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("fork" as const, "end fork" as const) }) },
);

/** The list that each skill has on disk at the moment. */
type Disk = Map<string, number>;

function listIn(disk: Disk, skill: string): number {
  return names.indexOf(skill) * versions + (disk.get(skill) ?? 0);
}

/** A log that can be switched off. */
function createFlakySink(): { readonly sink: AuditSink; isBroken: boolean } {
  const sink = createMemorySink();
  const log = {
    isBroken: false,
    sink: {
      ...sink,
      append: async (event) => {
        if (log.isBroken) throw new SkillError("audit-unavailable", { path: "log", reason: "full" });
        await sink.append(event);
      },
      close: async () => {},
    } satisfies AuditSink,
  };
  return log;
}

test("in a session, exactly the lists that the rules name are enforced after every step", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 25, size: "max" }),
      fc.constantFrom("intersection" as const, "top" as const),
      async (steps, nesting) => {
        const log = createFlakySink();
        const forked = { task: Promise.withResolvers<Session>(), answer: Promise.withResolvers<void>() };
        const { session: parent, skills } = createTestSession(
          {
            ...Object.fromEntries(
              names.map((one, index) => [
                `${one}/SKILL.md`,
                skillText(one, `allowed-tools: ${listOf(index * versions)}`),
              ]),
            ),
            "forked/SKILL.md": skillText("forked", `context: fork\nallowed-tools: ${listOf(forkList)}`),
            // Without a sandbox, a skill with a hook is refused.
            "hooked/SKILL.md": skillText("hooked", "hooks:\n  pre: scripts/pre.sh"),
          },
          {
            nesting,
            audit: log.sink,
            runSubagent: async ({ session }) => {
              forked.task.resolve(session);
              await forked.answer.promise;
              return { text: "done" };
            },
          },
        );
        const disk: Disk = new Map();
        let session = parent;
        let model = createModel(nesting);
        let outer: { readonly model: Model; readonly fork: Promise<unknown> } | undefined;
        let last = "";

        const check = (place: Session, expected: Model): void => {
          const refused = probes.flatMap((tool, index) =>
            place.review(tool, {}).effect === "deny" ? [index] : [],
          );
          expect(refused).toEqual(enforced(expected));
        };

        for (const one of steps) {
          switch (one.do) {
            case "edit":
              disk.set(one.skill, one.version);
              writeFileSync(
                join(skills, one.skill, "SKILL.md"),
                skillText(one.skill, `allowed-tools: ${listOf(listIn(disk, one.skill))}`),
              );
              break;
            case "load": {
              const { skill, args, by: trigger } = one;
              const list = listIn(disk, skill);
              const around = session === parent ? [] : (outer?.model.loads ?? []);
              const isInside =
                around.some((other) => other.skill === skill) ||
                (model.loads.some((other) => other.skill === skill) && model.loads.at(-1)?.skill !== skill);
              const isKnown = model.loads.some((other) => other.skill === skill && other.list === list);
              const isRefused = isInside || (!isKnown && model.loads.length >= sessionLimits.activationDepth);
              const result = await session.activate({
                skill,
                arguments: args,
                trigger,
                ...(one.lifetime === undefined ? {} : { lifetime: one.lifetime }),
              });
              expect(result.status === "refused").toBe(isRefused);
              if (result.status === "activated" && !isKnown) last = result.skill.activation;
              if (isRefused) break;
              if (isKnown) last = "";
              load(model, {
                skill,
                list,
                keeper: trigger,
                lifetime: one.lifetime ?? (trigger === "user" ? "turn" : "until-deactivated"),
              });
              break;
            }
            case "fail": {
              log.isBroken = one.why === "log";
              const failing = { log: one.skill, missing: "delta", hook: "hooked" }[one.why];
              const result = await session.activate({ skill: failing, arguments: "failing" });
              expect(result.status).toBe("refused");
              log.isBroken = false;
              break;
            }
            case "retract": {
              const retracted = session.active().find(({ activation }) => activation === last);
              await session.retract(last);
              // The last new load, if nothing relies on it by now.
              if (retracted !== undefined && retracted.lifetime !== "session")
                model.loads = model.loads.filter(
                  (other) =>
                    other.skill !== retracted.name || other.list !== listOfText(retracted.requestedTools),
                );
              last = "";
              break;
            }
            case "leave":
              await session.deactivate(one.skill, { by: one.by });
              leave(model, one.skill, one.by);
              break;
            case "end turn":
              await session.endTurn();
              endTurn(model);
              break;
            case "fork": {
              if (outer !== undefined) break;
              const fork = parent.activate({ skill: "forked" });
              const child = await forked.task.promise;
              outer = { model, fork };
              model = createModel(nesting, [...enforced(model)]);
              load(model, { skill: "forked", list: forkList, lifetime: "session", keeper: "model" });
              session = child;
              last = "";
              break;
            }
            case "end fork": {
              if (outer === undefined || session === parent) break;
              forked.answer.resolve();
              await outer.fork;
              session = parent;
              model = outer.model;
              last = "";
              break;
            }
          }
          check(session, model);
          if (outer !== undefined && session !== parent) check(parent, outer.model);
        }
        forked.answer.resolve();
        await parent.close();
      },
    ),
    { numRuns: 150, seed: 3 },
  );
});

function listOfText(tools: readonly string[] | undefined): number {
  return probes.findIndex((probe) => !(tools ?? []).includes(probe));
}

test("in the guard of other agents, exactly the lists that the rules name are enforced after every step", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 25, size: "max" }),
      fc.constantFrom("turn" as const, "session" as const),
      fc.infiniteStream(fc.constantFrom("agent" as const, "own" as const, "prompt" as const)),
      async (steps, guardLifetime, ways) => {
        const log = createFlakySink();
        const disk: Disk = new Map();
        /** The first skill has a copy in another agent's folder. */
        const find = (skill: string) => [
          { ...foundSkill(skill, listOf(listIn(disk, skill))), digest: `sha256:${listIn(disk, skill)}` },
          ...(skill === names[0]
            ? [{ ...foundSkill(skill, listOf(twinList)), directory: `/other/${skill}` }]
            : []),
        ];
        const guard = createTestGuard({
          lifetime: guardLifetime,
          skills: {
            get alpha() {
              return find("alpha");
            },
            get beta() {
              return find("beta");
            },
            get gamma() {
              return find("gamma");
            },
          },
          host: {
            get audit() {
              return log.sink;
            },
          },
        });
        const model = createModel();
        const loadAll = (skill: string, keeper: ModelLoad["keeper"]): void => {
          load(model, { skill, list: listIn(disk, skill), lifetime: guardLifetime, keeper });
          if (skill === names[0]) load(model, { skill, list: twinList, lifetime: guardLifetime, keeper });
        };
        /** As a new process reads it: every step resumes the conversation. */
        const enforcedNow = (): readonly number[] => {
          const state = openSessionFile({
            fs: createNodeFileSystem(),
            folder: guard.folder,
            agent: "claude-code",
            session: "s1",
            clock: systemClock,
          });
          return state
            .read()
            .map(({ requestedTools }) => listOfText(requestedTools?.map(({ text }) => text)))
            .toSorted((a, b) => a - b);
        };

        for (const one of steps) {
          switch (one.do) {
            case "edit":
              disk.set(one.skill, one.version);
              break;
            case "load": {
              const way = ways.next().value;
              if (way === "prompt") {
                endTurn(model);
                await guard.prompt(one.skill);
              } else await (way === "own" ? guard.loadFromServer(one.skill) : guard.load(one.skill));
              loadAll(one.skill, way === "own" ? "model" : "user");
              break;
            }
            case "fail":
              if (one.why === "log") {
                // The agent may have loaded it anyway: the list stays.
                log.isBroken = true;
                expect(await guard.loadFromServer(one.skill)).toMatchObject({ effect: "deny" });
                log.isBroken = false;
                loadAll(one.skill, "model");
              } else expect(await guard.loadFromServer("delta")).toMatchObject({ effect: "deny" });
              break;
            case "leave":
              await guard.call("mcp__skillwright__skills_deactivate", {}, { leaves: one.skill ?? "" });
              leave(model, one.skill);
              break;
            case "end turn":
              await guard.prompt();
              endTurn(model);
              break;
            default:
          }
          expect(enforcedNow()).toEqual(enforced(model));
        }
        const refused = await Promise.all(
          probes.map(async (probe) => (await guard.call(probe)).effect === "deny"),
        );
        expect(probes.flatMap((_, index) => (refused[index] ? [index] : []))).toEqual(enforced(model));
      },
    ),
    { numRuns: 150, seed: 3 },
  );
});
