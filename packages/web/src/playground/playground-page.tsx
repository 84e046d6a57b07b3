import { type ReactNode, useDeferredValue, useMemo, useState } from "react";
import { useHub } from "../api/use-hub.ts";
import { SkillField, useActivation } from "../calls/skill-field.tsx";
import { useUrlState } from "../state/use-url-state.ts";
import { Card } from "../ui/card.tsx";
import { CodeArea } from "../ui/code-area.tsx";
import { Select, TextField } from "../ui/field.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Page } from "../ui/page.tsx";
import { EmptyState } from "../ui/states.tsx";
import { Switch } from "../ui/switch.tsx";
import { Activated } from "./activated.tsx";
import { Listed } from "./listed.tsx";
import { Matched } from "./matched.tsx";
import { previewPasted, sampleSkill } from "./pasted-skill.ts";
import "./playground-page.css";
import { StageTitle } from "./stage-title.tsx";
import { ToolCalls, usualCalls } from "./tool-calls.tsx";

const defaults = { task: "", source: "hub", bytes: "1024", skill: "", calls: usualCalls };
type PlaygroundState = typeof defaults;
type StagesProps = {
  readonly state: PlaygroundState;
  readonly onChange: (change: Partial<PlaygroundState>) => void;
};

/** What an agent would see and do with a task, stage by stage, without an agent. */
export function PlaygroundPage(): ReactNode {
  const [state, setState] = useUrlState(defaults);
  const [pasted, setPasted] = useState(sampleSkill);
  const isPasted = state.source === "pasted";
  return (
    <Page
      title="Playground"
      description="What an agent would list, choose, read and be refused for a task. Nothing runs."
      actions={
        <Switch
          label="Skills"
          value={isPasted ? "pasted" : "hub"}
          onChange={(source) => setState({ source })}
          options={[
            { value: "hub", label: "Skills of the hub" },
            { value: "pasted", label: "Pasted SKILL.md" },
          ]}
        />
      }
    >
      <div className="playground-task">
        <TextField
          label="Task"
          placeholder="Review the changes of my branch before I merge"
          autoComplete="off"
          maxLength={4000}
          value={state.task}
          onChange={({ target }) => setState({ task: target.value })}
        />
        <Select
          label="Room for the list of skills"
          value={state.bytes}
          onChange={(bytes) => setState({ bytes })}
          options={[
            { value: "640", label: "640 B (smallest)" },
            { value: "1024", label: "1 KB (usual)" },
            { value: "4096", label: "4 KB" },
            { value: "16384", label: "16 KB (generous)" },
          ]}
        />
      </div>
      {isPasted ? (
        <PastedStages state={state} onChange={setState} text={pasted} onText={setPasted} />
      ) : (
        <HubStages state={state} onChange={setState} />
      )}
    </Page>
  );
}

function HubStages({ state, onChange }: StagesProps): ReactNode {
  const task = useDeferredValue(state.task);
  const preview = useHub(
    "GET /api/v1/task-preview",
    { query: { task, bytes: state.bytes } },
    { keepsPrevious: true },
  );
  const best = preview.data?.matches.find(
    ({ score, isForPeople }) => score >= (preview.data?.threshold ?? 0) && !isForPeople,
  );
  const chosen = state.skill === "" ? (best?.skill.name ?? "") : state.skill;
  const activation = useActivation(chosen);
  return (
    <Loaded of={preview}>
      {({ listing, matches, threshold }) => (
        <div className="stages">
          <div className="stages-column">
            <Listed listing={listing} />
            <Matched
              {...{ matches, threshold, chosen }}
              hasTask={task.trim() !== ""}
              onChoose={(skill) => onChange({ skill })}
            />
          </div>
          <div className="stages-column">
            <Card title={<StageTitle number={3}>What activation gives</StageTitle>}>
              <div className="stage-skill">
                <SkillField
                  label="Skill"
                  hint="The best match, unless you choose another."
                  value={chosen}
                  onChange={(skill) => onChange({ skill })}
                />
                <HubActivation {...{ chosen, activation }} />
              </div>
            </Card>
            <ToolCalls text={state.calls} onChange={(calls) => onChange({ calls })} skill={activation.data} />
          </div>
        </div>
      )}
    </Loaded>
  );
}

type HubActivationProps = {
  readonly chosen: string;
  readonly activation: ReturnType<typeof useActivation>;
};

function HubActivation({ chosen, activation }: HubActivationProps): ReactNode {
  if (chosen === "")
    return (
      <EmptyState isSmall title="No skill is chosen">
        Describe a task that one fits, or type a name.
      </EmptyState>
    );
  if (activation.isMissing)
    return (
      <EmptyState isSmall title="No such skill">
        The hub has no skill with this name that you may see.
      </EmptyState>
    );
  return (
    <Loaded of={activation} isSmall>
      {(data) => <Activated activation={data} />}
    </Loaded>
  );
}

type PastedProps = StagesProps & { readonly text: string; readonly onText: (text: string) => void };

function PastedStages({ state, onChange, text, onText }: PastedProps): ReactNode {
  const [shown, task] = [useDeferredValue(text), useDeferredValue(state.task)];
  const budget = Number(state.bytes) || 1024;
  const preview = useMemo(() => previewPasted(shown, { task, budget }), [shown, task, budget]);
  const { listing, match, threshold, activation, problems } = preview;
  return (
    <div className="stages">
      <div className="stages-column">
        <Card title="SKILL.md">
          <div className="playground-paste">
            <CodeArea label="SKILL.md" value={text} onChange={onText} />
          </div>
          <div className="playground-problems" role="status">
            {problems.map((problem) => (
              <p key={problem} className="field-error">
                {problem}
              </p>
            ))}
          </div>
        </Card>
        <Listed listing={listing} />
        <Matched
          matches={[{ ...match, name: activation.name, isForPeople: preview.isForPeople }]}
          {...{ threshold, chosen: activation.name }}
          hasTask={task.trim() !== ""}
        />
      </div>
      <div className="stages-column">
        <Card title={<StageTitle number={3}>What activation gives</StageTitle>}>
          <Activated activation={activation} />
        </Card>
        <ToolCalls text={state.calls} onChange={(calls) => onChange({ calls })} skill={activation} />
      </div>
    </div>
  );
}
