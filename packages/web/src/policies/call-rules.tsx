import { parseYaml, toPlain } from "@skillwright/core/parse";
import { readToolCalls } from "@skillwright/core/registry";
import { isJsonObject } from "@skillwright/core/text";
import { type ReactNode, useState } from "react";
import { Select } from "../ui/field.tsx";
import { LinesField } from "./lines-field.tsx";
import { callFields } from "./policy-fields.ts";
import { writeYaml, type YamlValue } from "./write-yaml.ts";

type CallRulesProps = {
  /** The policy file in a hub's policy. */
  readonly text: string | undefined;
  readonly onChange: (text: string | undefined) => void;
};

const lists = ["deny", "ask", "allow", "only"] as const;
type Rules = { readonly [key: string]: YamlValue };

/** The rules on tool calls that people change most. The text takes them over once they can be read. */
export function CallRules({ text, onChange }: CallRulesProps): ReactNode {
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const rules = readRules(text);
  const set = (name: string, value: YamlValue): void => {
    const next = Object.fromEntries(
      Object.entries({ version: 1, ...rules, [name]: value }).filter(([, one]) => one !== undefined),
    );
    const isEmpty = Object.keys(next).length === 1;
    const written = isEmpty ? undefined : writeYaml(next);
    const problem = written === undefined ? undefined : findProblem(written);
    setWrong(({ [name]: _, ...others }) => (problem === undefined ? others : { ...others, [name]: problem }));
    if (problem === undefined) onChange(written);
  };
  return (
    <fieldset>
      <legend>Tool calls of agents</legend>
      <div className="form-pair">
        {lists.map((name) => (
          <LinesField
            key={name}
            label={callFields[name].title}
            hint={callFields[name].help}
            error={wrong[name]}
            value={readList(rules[name])}
            onChange={(value) => set(name, value)}
          />
        ))}
      </div>
      <div className="form-short">
        <Select
          label={callFields.otherwise.title}
          value={typeof rules.otherwise === "string" ? rules.otherwise : ""}
          onChange={(value) => set("otherwise", value === "" ? undefined : value)}
          options={[
            { value: "", label: "As agents decide" },
            { value: "allow", label: "Runs" },
            { value: "ask", label: "Asks a person" },
            { value: "deny", label: "Is refused" },
          ]}
        />
      </div>
    </fieldset>
  );
}

/** The text is valid here, since the form is only shown for policies without mistakes. */
function readRules(text: string | undefined): Rules {
  const { node } = parseYaml(text ?? "");
  const plain = node === undefined ? undefined : toPlain(node);
  return isJsonObject(plain) ? (plain as Rules) : {};
}

function readList(value: YamlValue): readonly string[] | undefined {
  return Array.isArray(value) ? value.map(String) : undefined;
}

function findProblem(text: string): string | undefined {
  try {
    readToolCalls(text);
    return undefined;
  } catch {
    return "One line is not a tool with an optional pattern, such as Bash(git push:*) or Read(secrets/**).";
  }
}
