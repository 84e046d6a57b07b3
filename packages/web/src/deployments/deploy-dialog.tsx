import { type ReactNode, useEffect, useId, useState } from "react";
import { useHub } from "../api/use-hub.ts";
import { useMay, useMe, useTenantName } from "../api/use-me.ts";
import { Confirm } from "../ui/dialog.tsx";
import { Select, TextField } from "../ui/field.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { AffectedSummary } from "./affected-summary.tsx";
import type { SetDeploymentsUrl } from "./deployments-page.tsx";
import { useDeploy } from "./use-deploy.ts";
import { usePreview } from "./use-preview.ts";

type DeployDialogProps = {
  readonly isOpen: boolean;
  readonly skill: string;
  readonly onClose: () => void;
  readonly setUrl: SetDeploymentsUrl;
};

/** Chooses a skill, a version and an environment, and shows whom it reaches and what it replaces. */
export function DeployDialog({ isOpen, skill, onClose, setUrl }: DeployDialogProps): ReactNode {
  const [version, setVersion] = useState("");
  const [environment, setEnvironment] = useState("");
  const { deploy, isBusy } = useDeploy();
  useEffect(() => {
    if (isOpen) return;
    setVersion("");
    setEnvironment("");
  }, [isOpen]);
  const name = skill.trim();
  const body = { name, environment: environment.trim(), ...(version !== "" && { version }) };
  const preview = usePreview("POST /api/v1/deployments/preview", body, isOpen && name !== "");
  const isReady = name !== "" && preview.error === null && !preview.isPlaceholderData;
  const planned = isReady ? preview.data?.deployment : undefined;
  const confirm = async (): Promise<void> => {
    if (planned === undefined || !(await deploy(planned, preview.data?.replaces))) return;
    onClose();
    setUrl({ tab: "deployed" });
  };
  return (
    <Confirm
      title="Deploy a skill"
      action={planned === undefined ? "Deploy" : `Deploy ${planned.name} ${planned.version}`}
      isOpen={isOpen}
      isBusy={isBusy || planned === undefined}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      <Fields
        {...{ skill, version, environment, setVersion, setEnvironment }}
        setSkill={(next) => {
          setVersion("");
          setUrl({ skill: next });
        }}
      />
      {name !== "" && <Preview preview={preview} />}
    </Confirm>
  );
}

type FieldsProps = {
  readonly skill: string;
  readonly version: string;
  readonly environment: string;
  readonly setSkill: (skill: string) => void;
  readonly setVersion: (version: string) => void;
  readonly setEnvironment: (environment: string) => void;
};

function Fields({ skill, version, environment, ...set }: FieldsProps): ReactNode {
  const [skillList, environmentList] = [useId(), useId()];
  const may = useMay();
  const tenant = useMe()?.tenant;
  const tenantName = useTenantName();
  const skills = useHub("GET /api/v1/skills", { query: { limit: 200 } });
  const agents = useHub("GET /api/v1/agents", {}, { isEnabled: may("agents:read") });
  const isKnown = skills.data?.skills.some(({ name }) => name === skill.trim()) ?? false;
  const versions = useHub(
    "GET /api/v1/skills/{name}/versions",
    { params: { name: skill.trim() } },
    { isEnabled: isKnown },
  );
  const approved =
    (isKnown ? versions.data?.versions : undefined)?.filter(({ state }) => state === "approved") ?? [];
  const environments = new Set(agents.data?.agents.map((one) => one.environment).filter((one) => one !== ""));
  return (
    <>
      <TextField
        label="Skill"
        list={skillList}
        value={skill}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => set.setSkill(event.target.value)}
      />
      <Options id={skillList} values={skills.data?.skills.map(({ name }) => name) ?? []} />
      <div className="fields">
        <Select
          label="Version"
          value={version}
          onChange={set.setVersion}
          options={[
            { value: "", label: "The newest approved one" },
            ...approved.map((one) => ({ value: one.version, label: one.version })),
          ]}
        />
        <TextField
          label="Environment"
          list={environmentList}
          placeholder="All environments"
          value={environment}
          autoComplete="off"
          onChange={(event) => set.setEnvironment(event.target.value)}
        />
        <Options id={environmentList} values={[...environments]} />
      </div>
      <p>
        {tenant === "enterprise"
          ? "It reaches the agents of every tenant."
          : `It reaches the agents of the tenant ${tenantName(tenant ?? "")}.`}
      </p>
    </>
  );
}

function Options({ id, values }: { readonly id: string; readonly values: readonly string[] }): ReactNode {
  return (
    <datalist id={id}>
      {values.map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  );
}

type PreviewProps = { readonly preview: ReturnType<typeof usePreview<"POST /api/v1/deployments/preview">> };

function Preview({ preview: { data, error } }: PreviewProps): ReactNode {
  if (error) return <div className="preview preview-bad">{error.message}</div>;
  if (data === undefined) return <div className="preview">Looking for agents…</div>;
  const { replaces, deployment, affected } = data;
  return (
    <div className="preview" role="status">
      <AffectedSummary affected={affected} verb="get" />
      {replaces === undefined ? (
        <p>Nothing of this name is deployed there yet.</p>
      ) : (
        <p>
          It replaces {replaces.version}, which was deployed <RelativeTime time={replaces.createdAt} />
          {replaces.digest === deployment.digest && " and has the same content"}.
        </p>
      )}
    </div>
  );
}
