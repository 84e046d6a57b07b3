import type { ActivationPreview } from "@skillwright/core/registry";
import { type ReactNode, useDeferredValue, useId } from "react";
import { statusOf } from "../api/hub-error.ts";
import { useHub } from "../api/use-hub.ts";
import { TextField } from "../ui/field.tsx";

type SkillFieldProps = {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onChange: (name: string) => void;
};

/** The name of a skill, with suggestions as the user types. */
export function SkillField({ label, hint, value, onChange }: SkillFieldProps): ReactNode {
  const id = useId();
  const q = useDeferredValue(value.trim());
  const found = useHub(
    "GET /api/v1/search",
    { query: { q, limit } },
    { isEnabled: q !== "", keepsPrevious: true },
  );
  const first = useHub("GET /api/v1/skills", { query: { limit } }, { isEnabled: q === "" });
  const names = (q === "" ? first : found).data?.skills ?? [];
  return (
    <>
      <TextField
        {...{ label, hint }}
        placeholder="None"
        spellCheck={false}
        autoComplete="off"
        list={id}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={id}>
        {names.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

const limit = 10;

type FoundActivation = {
  readonly data: ActivationPreview | undefined;
  /** The hub has no such skill, or not for this user. */
  readonly isMissing: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
};

/** What a model gets of the version that agents get of a skill. Every letter that is typed is a name to ask for, so most are not found. */
export function useActivation(name: string): FoundActivation {
  const skill = useDeferredValue(name.trim());
  const found = useHub("GET /api/v1/search", { query: { q: skill, limit } }, { isEnabled: skill !== "" });
  const version = found.data?.skills.find((one) => one.name === skill)?.version;
  const activation = useHub(
    "GET /api/v1/skills/{name}/versions/{version}/activation",
    { params: { name: skill, version: version ?? "" } },
    { isEnabled: version !== undefined },
  );
  const isUnlisted = found.data !== undefined && version === undefined;
  return {
    data: version === undefined ? undefined : activation.data,
    isMissing: skill !== "" && (isUnlisted || statusOf(activation.error) === 404),
    error: found.error ?? activation.error,
    refetch: activation.refetch,
  };
}
