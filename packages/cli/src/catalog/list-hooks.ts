import type { SkillHooks } from "@skillwright/core";

/** A skill's hooks, one per line: `PreToolUse Bash: ./check.sh`. */
export function listHooks({ pre, post, events }: SkillHooks = { events: {} }): readonly string[] {
  const called = Object.entries(events).flatMap(([event, matchers]) =>
    matchers.flatMap(({ matcher, hooks }) =>
      hooks.map(
        ({ command, prompt, type }) =>
          `${event}${matcher === undefined ? "" : ` ${matcher}`}: ${command ?? prompt ?? type}`,
      ),
    ),
  );
  return [
    ...(pre === undefined ? [] : [`pre: ${pre}`]),
    ...called,
    ...(post === undefined ? [] : [`post: ${post}`]),
  ];
}
