import { formatDecision } from "@skillwright/core/policy";
import type { ActivationPreview, ActivePolicies, PolicyVersion } from "@skillwright/core/registry";
import type { ReactNode } from "react";
import { useHub } from "../api/use-hub.ts";
import { useMe } from "../api/use-me.ts";
import { type CallDecision, decideCall, policiesInForce } from "../calls/decide-call.ts";
import { EffectBadge } from "../calls/decision.tsx";
import { exampleCalls, readCall } from "../calls/read-call.ts";
import { SkillField, useActivation } from "../calls/skill-field.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Select, TextField } from "../ui/field.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { EmptyState, ErrorState, Skeleton } from "../ui/states.tsx";

type TryState = { readonly call: string; readonly skill: string; readonly under: string };
type TryCallProps = { readonly state: TryState; readonly onChange: (change: Partial<TryState>) => void };

/** One call of an agent under a skill and a policy: what would happen, by which rule of whom. */
export function TryCall({ state, onChange }: TryCallProps): ReactNode {
  const active = useHub("GET /api/v1/policies/active", {});
  const versions = useHub("GET /api/v1/policies", {});
  const activation = useActivation(state.skill);
  return (
    <div className="try">
      <Card title="The call">
        <div className="form-stack">
          <TextField
            label="Tool call"
            hint="The tool and what it gets, in the words of any agent: Bash(git push), run_in_terminal(ls), Read(.env)."
            placeholder="Bash(git push origin main)"
            spellCheck={false}
            autoComplete="off"
            value={state.call}
            onChange={({ target }) => onChange({ call: target.value })}
          />
          <Examples onChoose={(call) => onChange({ call })} />
          <SkillField
            label="Active skill"
            hint="Its allowed-tools apply as well. Empty: no skill is active."
            value={state.skill}
            onChange={(skill) => onChange({ skill })}
          />
          <Select
            label="Policy"
            value={state.under}
            onChange={(under) => onChange({ under })}
            options={[
              { value: "", label: "In force" },
              ...(versions.data?.policies ?? []).map(({ version, isActive }) => ({
                value: String(version),
                label: `Version ${version}${isActive ? " (in force)" : ""}`,
              })),
            ]}
          />
        </div>
      </Card>
      <Loaded of={active}>
        {(policies) => (
          <Result
            {...{ call: state.call, policies }}
            skill={state.skill === "" ? undefined : activation.data}
            isSkillUnknown={state.skill !== "" && activation.isMissing}
            isSkillLoading={state.skill !== "" && activation.data === undefined && !activation.isMissing}
            skillError={activation.error}
            under={versions.data?.policies.find(({ version }) => String(version) === state.under)}
          />
        )}
      </Loaded>
    </div>
  );
}

function Examples({ onChoose }: { readonly onChoose: (call: string) => void }): ReactNode {
  return (
    <div className="try-examples">
      {Object.entries(exampleCalls).map(([agent, calls]) => (
        <div key={agent}>
          <span>{agent}</span>
          <div>
            {calls.map((call) => (
              <Button key={call} onClick={() => onChoose(call)}>
                <code>{call}</code>
              </Button>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

type ResultProps = {
  readonly call: string;
  readonly policies: ActivePolicies;
  readonly skill: ActivationPreview | undefined;
  readonly isSkillUnknown: boolean;
  readonly isSkillLoading: boolean;
  readonly skillError: unknown;
  readonly under: PolicyVersion | undefined;
};

function Result(props: ResultProps): ReactNode {
  const { call: text, policies, skill, isSkillUnknown, under } = props;
  const tenant = useMe()?.tenant ?? "";
  const call = readCall(text);
  if (call === undefined)
    return (
      <Card title="The decision">
        <EmptyState isSmall title={text.trim() === "" ? "Type a call" : "This is not a call"}>
          Write the tool and what it gets in parentheses, or choose an example.
        </EmptyState>
      </Card>
    );
  // A decision without the skill's lists would be wrong.
  if (props.isSkillLoading)
    return (
      <Card title="The decision">
        {props.skillError ? <ErrorState error={props.skillError} isSmall /> : <Skeleton lines={3} />}
      </Card>
    );
  const instead = under && { policy: under.policy, tenant };
  const result = decideCall(call, policiesInForce(policies, instead), skill);
  return (
    <Card title="The decision">
      <div className="try-result" role="status">
        <p className="try-effect">
          <EffectBadge effect={result.decision.effect} />
          <code>{text.trim()}</code>
        </p>
        <p>{formatDecision(result.decision)}</p>
        {isSkillUnknown && (
          <p className="field-error">
            No skill of this name is on the hub, so the call was decided without one.
          </p>
        )}
        <DecisionDetails result={result} />
        <Layers layers={result.layers} />
      </div>
    </Card>
  );
}

function DecisionDetails({ result: { decision, canonical } }: { readonly result: CallDecision }): ReactNode {
  const detail = decision.effect === "deny" ? decision.detail : undefined;
  return (
    <dl className="policy-lines">
      <div>
        <dt>Rule</dt>
        <dd>
          <code>{decision.rule}</code>
        </dd>
      </div>
      <div>
        <dt>Layer</dt>
        <dd>{decision.layer === "default" ? "the agent's own settings" : decision.layer}</dd>
      </div>
      {detail !== undefined && (
        <div>
          <dt>Because of</dt>
          <dd>
            <code>{detail}</code>
          </dd>
        </div>
      )}
      {canonical !== undefined && (
        <div>
          <dt>Tool</dt>
          <dd>
            Rules know it as <code>{canonical}</code>
          </dd>
        </div>
      )}
    </dl>
  );
}

/** All layers apply; the strictest decides. */
function Layers({ layers }: Pick<CallDecision, "layers">): ReactNode {
  if (layers.length === 0)
    return <p className="soft">No policy has rules on tool calls, and no skill is active.</p>;
  return (
    <section className="try-layers">
      <h3>What each layer says by itself</h3>
      <ul>
        {layers.map(({ name, decision }) => (
          <li key={name}>
            <span className="clip" title={name}>
              {name.charAt(0).toUpperCase() + name.slice(1)}
            </span>
            {decision === undefined ? (
              <span className="soft">Says nothing about it</span>
            ) : (
              <span className="try-says">
                <EffectBadge effect={decision.effect} /> <code>{decision.rule}</code>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
