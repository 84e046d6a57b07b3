import type { ReactNode } from "react";
import { Card } from "../ui/card.tsx";
import { callFields, type PolicyField, ruleFields, selectorFields } from "./policy-fields.ts";

/** What a policy can say, field by field. */
export function FieldHelp(): ReactNode {
  return (
    <Card title="What a policy can say">
      <div className="field-help">
        <Fields title="skills" about="Rules on the skills of the hub." fields={ruleFields} />
        <Fields title="allow and block" about="Lists that choose skills." fields={selectorFields} />
        <Fields
          title="toolCalls"
          about="The text of a policy file that agents apply to every tool call. The most used fields:"
          fields={callFields}
        />
      </div>
    </Card>
  );
}

type FieldsProps = {
  readonly title: string;
  readonly about: string;
  readonly fields: Readonly<Record<string, PolicyField>>;
};

function Fields({ title, about, fields }: FieldsProps): ReactNode {
  return (
    <details open={title === "skills"}>
      <summary>
        <code>{title}</code>
      </summary>
      <p>{about}</p>
      <dl>
        {Object.entries(fields).map(([name, { help }]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{help}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
