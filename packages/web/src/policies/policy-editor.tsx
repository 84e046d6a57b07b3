import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import { type ReactNode, useMemo, useState } from "react";
import { useChange } from "../api/use-hub.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { CodeArea } from "../ui/code-area.tsx";
import { formatCount } from "../ui/format.ts";
import { Loaded } from "../ui/loaded.tsx";
import { Switch } from "../ui/switch.tsx";
import { useToast } from "../ui/toast.tsx";
import { type CheckedPolicy, checkPolicy, type PolicyFinding } from "./check-policy.ts";
import { FieldHelp } from "./field-help.tsx";
import { PolicyForm } from "./policy-form.tsx";
import { SimulatedEvents, SimulationSummary } from "./simulation.tsx";
import { toYaml } from "./to-yaml.ts";
import { type Simulated, useSimulation } from "./use-simulation.ts";

type PolicyEditorProps = {
  readonly text: string;
  readonly isChanged: boolean;
  /** `form` or `text`. */
  readonly view: string;
  readonly onView: (view: string) => void;
  readonly onChange: (text: string) => void;
  readonly onSaved: (version: number) => void;
};

/** A new version as a form or as text, with what is wrong with it. It is tried on last month's log before it is saved. */
export function PolicyEditor(props: PolicyEditorProps): ReactNode {
  const { text, view, onView, onChange } = props;
  const checked = useMemo(() => checkPolicy(text), [text]);
  const isText = view === "text";
  return (
    <div className="editor">
      <div className="editor-main">
        <Card
          title="New version"
          actions={
            <Switch
              label="Edit as"
              value={isText ? "text" : "form"}
              onChange={onView}
              options={[
                { value: "form", label: "Form" },
                { value: "text", label: "Text" },
              ]}
            />
          }
        >
          {isText || checked.policy === undefined ? (
            <>
              {!isText && (
                <p className="editor-note">
                  The form needs a text without mistakes. Correct them here first.
                </p>
              )}
              <div className="editor-text">
                <CodeArea
                  label="Policy as YAML or JSON"
                  value={text}
                  onChange={onChange}
                  marked={checked.findings.map(({ line }) => line)}
                />
              </div>
            </>
          ) : (
            <PolicyForm policy={checked.policy} onChange={(policy) => onChange(toYaml(policy))} />
          )}
        </Card>
        <Actions {...props} checked={checked} />
      </div>
      <div className="editor-side">
        <Findings findings={checked.findings} />
        <FieldHelp />
      </div>
    </div>
  );
}

type ActionsProps = Pick<PolicyEditorProps, "isChanged" | "onSaved"> & { readonly checked: CheckedPolicy };

function Actions({ checked: { policy }, isChanged, onSaved }: ActionsProps): ReactNode {
  const show = useToast();
  const [tried, setTried] = useState<Simulated>();
  const simulation = useSimulation(tried);
  const { mutate, isPending } = useChange("POST /api/v1/policies", ["GET /api/v1/policies"]);
  const save = (): void =>
    mutate(
      { body: { policy } },
      {
        onSuccess: ({ version }) => {
          show({ text: `Version ${version} is saved. It takes effect once it is activated.` });
          onSaved(version);
        },
        onError: (error) => show({ text: error.message, isBad: true }),
      },
    );
  const isReady = policy !== undefined;
  return (
    <>
      <div className="editor-actions">
        <Button
          disabled={!isReady}
          isBusy={simulation.isLoading}
          onClick={() => policy && setTried({ policy })}
        >
          Try on last month's activity
        </Button>
        <Button kind="primary" disabled={!isReady || !isChanged} isBusy={isPending} onClick={save}>
          Save as draft
        </Button>
        <span className="field-hint">
          {isChanged ? "A draft changes nothing until it is activated." : "Nothing is changed yet."}
        </span>
      </div>
      {tried !== undefined && (
        <Card title="On last month's activity" isFlush>
          {"policy" in tried && tried.policy !== policy && (
            <p className="editor-stale">The text has changed since. Try it again to see its effect.</p>
          )}
          <Loaded of={simulation} isSmall>
            {(data) => (
              <>
                <SimulationSummary simulation={data} />
                <SimulatedEvents simulation={data} />
              </>
            )}
          </Loaded>
        </Card>
      )}
    </>
  );
}

function Findings({ findings }: { readonly findings: readonly PolicyFinding[] }): ReactNode {
  const isGood = findings.length === 0;
  return (
    <Card title={isGood ? "Valid" : formatCount(findings.length, "mistake")}>
      <div role="status" className="editor-findings">
        {isGood ? (
          <p className="editor-good">
            <CircleCheck size={16} aria-hidden /> The hub will accept this policy.
          </p>
        ) : (
          <ul>
            {findings.slice(0, mostFindings).map(({ line, message }) => (
              <li key={`${line} ${message}`}>
                <CircleAlert size={16} aria-hidden />
                <span>
                  <strong>Line {line}</strong> {message}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

const mostFindings = 50;
