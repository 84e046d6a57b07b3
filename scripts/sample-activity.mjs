import { chainStart, linkEvent, toEventText } from "@skillwright/core/audit";
import { nodeSha256 } from "@skillwright/core/node";

// Activity as agents would record it, for `npm start`. Everything in it is made up, and every session, user and agent says so.

const day = 86_400_000;
const hour = 3_600_000;

/**
 * Weeks of sessions of a few agents, as the lines of one log for each agent. The same skills and the same end give the same lines.
 * `skills` have a name, a digest and the tools they ask for.
 */
export function createSampleLogs(skills, { until, days = 21, agents = 3 }) {
  return Array.from({ length: agents }, (_, index) => {
    const agent = `sample-agent-${index + 1}`;
    const random = createRandom(index + 1);
    const events = Array.from({ length: days }, (_, before) => until - (days - before) * day).flatMap(
      (morning) => createDay(morning, { agent, random, skills }),
    );
    const known = events.filter(({ time }) => Date.parse(time) < until);
    return { agent, stream: agent, lines: link(index === 0 ? nameLatest(known) : known) };
  });
}

/** The last session has a name that links can have. */
function nameLatest(events) {
  const latest = events.at(-1)?.session;
  return events.map((event) =>
    event.session === latest ? { ...event, session: "sample-session-latest" } : event,
  );
}

function createDay(morning, { agent, random, skills }) {
  const isWeekend = [0, 6].includes(new Date(morning).getUTCDay());
  const sessions = isWeekend ? 0 : 1 + Math.floor(random() * 3);
  return Array.from({ length: sessions }, (_, index) => {
    const start = Math.floor(morning + index * 3 * hour + random() * 2 * hour);
    return createSession(start, { agent, random, skills, number: index + 1 });
  }).flat();
}

/** One skill is used in each session; one call in twelve is something that the skill does not allow. */
function createSession(start, { agent, random, skills, number }) {
  const skill = skills[Math.floor(random() ** 2 * skills.length)];
  const session = `sample-session-${agent.slice(-1)}-${start.toString(36)}-${number}`;
  const events = [];
  let time = start;
  const add = (event) => {
    time += 500 + Math.floor(random() * 20_000);
    events.push({
      time: new Date(time).toISOString(),
      session,
      user: agent.replace("agent", "user"),
      ...event,
    });
  };
  const { name, digest, tools } = skill;
  const active = { name, digest };
  add({ event: "session-started", workspace: "/sample/workspace" });
  add({ event: "skill-activating", skill: name, trigger: "model" });
  add({
    ...{ event: "skill-activated", skill: active, activation: `${session}-1`, trigger: "model" },
    ...{ requestedTools: tools, mode: "restrict" },
  });
  const calls = 2 + Math.floor(random() * 6);
  for (let index = 0; index < calls; index++) {
    const call = `${session}-call-${index}`;
    if (random() < 1 / 12) {
      add({
        ...{ event: "tool-call-denied", call, tool: "Bash", skills: [active], layer: `skill ${name}` },
        ...{ rule: "only", reason: "not-on-the-list", input: { command: "curl https://sample.invalid" } },
      });
      continue;
    }
    const ok = random() > 0.06;
    const about = { call, tool: "Read", skills: [active] };
    add({
      ...{ event: "tool-call-allowed", ...about, layer: `skill ${name}`, rule: "Read" },
      ...{ reason: "on-the-list", input: { file_path: `/sample/workspace/file-${index}.txt` } },
    });
    const failure = ok ? {} : { error: "File not found" };
    add({
      event: "tool-call-finished",
      ...about,
      ok,
      durationMs: Math.floor(5 + random() * 400),
      ...failure,
    });
  }
  add({ event: "skill-deactivated", skill: active, activation: `${session}-1`, reason: "turn-ended" });
  const said = comments[calls];
  // Not `add`, which would change every later number.
  if (said)
    events.push({
      ...{ time: new Date(time + 100).toISOString(), session, user: agent.replace("agent", "user") },
      ...{ event: "skill-feedback", skill: active, ...said },
    });
  add({ event: "session-ended" });
  return events;
}

/** What agents say after a session with so many calls. */
const comments = {
  3: { helped: true, comment: "Sample comment: the steps were clear, and the task is done." },
  6: { helped: false, comment: "Sample comment: a needed command was refused, so half of the task is open." },
};

function link(events) {
  let end = chainStart;
  return events.map((event) => {
    const linked = linkEvent(toEventText(event), end, nodeSha256);
    end = linked.end;
    return linked.line;
  });
}

/** A small generator of numbers from 0 to 1, so that every start shows the same. */
function createRandom(seed) {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}
