import type { Feedback } from "@skillwright/core/registry";
import MessageSquare from "lucide-react/icons/message-square";
import ThumbsDown from "lucide-react/icons/thumbs-down";
import ThumbsUp from "lucide-react/icons/thumbs-up";
import { type ReactNode, useState } from "react";
import { useChange, useHub } from "../api/use-hub.ts";
import { useMay, useMe } from "../api/use-me.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { TextArea } from "../ui/field.tsx";
import { formatCount } from "../ui/format.ts";
import { Loaded } from "../ui/loaded.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { EmptyState } from "../ui/states.tsx";
import { useToast } from "../ui/toast.tsx";
import { shortActor } from "./skill-state.ts";
import type { TabProps } from "./skill-tabs.tsx";

/** What agents and people say about the skill, and a form to say something. */
export function FeedbackTab({ skill, details, state, setState }: TabProps): ReactNode {
  const may = useMay();
  const me = useMe();
  const { name } = skill;
  const { before } = state;
  const answer = useHub("GET /api/v1/skills/{name}/feedback", {
    params: { name },
    query: { before: before === "" ? undefined : before },
  });
  return (
    <div className="skill-columns">
      <Card isFlush title="Feedback">
        <Loaded of={answer}>
          {({ feedback }) => (
            <FeedbackList
              feedback={feedback}
              isOlder={before !== ""}
              onOlder={(time) => setState({ before: time }, { isStep: true })}
            />
          )}
        </Loaded>
      </Card>
      <div className="skill-aside">
        {may("feedback:write") && answer.data !== undefined && (
          <GiveFeedback
            key={details.version}
            {...{ name, version: details.version }}
            own={answer.data.feedback.find(
              ({ author, version }) => author === me?.id && version === details.version,
            )}
          />
        )}
      </div>
    </div>
  );
}

type FeedbackListProps = {
  readonly feedback: readonly Feedback[];
  readonly isOlder: boolean;
  readonly onOlder: (before: string) => void;
};

/** As many as one answer has. */
const pageRows = 200;

function FeedbackList({ feedback, isOlder, onOlder }: FeedbackListProps): ReactNode {
  if (feedback.length === 0)
    return (
      <EmptyState icon={MessageSquare} isSmall title={isOlder ? "Nothing older" : "No feedback yet"}>
        Agents say after a task whether a skill helped; people say it here.
      </EmptyState>
    );
  const helped = feedback.filter((one) => one.helped).length;
  const last = Date.parse(feedback.at(-1)?.time ?? "");
  return (
    <>
      <p className="skill-note">
        {`It helped in ${helped} of ${formatCount(feedback.length, "case")}${feedback.length === pageRows ? " on this page" : ""}.`}
      </p>
      <ul className="feedback">
        {feedback.map(({ id, helped: isGood, comment, author, version, time }) => (
          <li key={id}>
            <span className={isGood ? "feedback-good" : "feedback-bad"}>
              {isGood ? <ThumbsUp size={16} aria-hidden /> : <ThumbsDown size={16} aria-hidden />}
              <span className="unseen">{isGood ? "It helped." : "It did not help."}</span>
            </span>
            <div className="feedback-text">
              {comment === "" ? (
                <p className="soft">{isGood ? "It helped." : "It did not help."}</p>
              ) : (
                <p>{comment}</p>
              )}
              <p className="feedback-by">
                <span className="clip" title={author}>
                  {shortActor(author)}
                </span>
                {version !== "" && <Badge>{version}</Badge>}
                <RelativeTime time={time} />
              </p>
            </div>
          </li>
        ))}
      </ul>
      {feedback.length === pageRows && (
        <p className="skill-more">
          <Button onClick={() => onOlder(String(last))}>Show older feedback</Button>
        </p>
      )}
    </>
  );
}

type GiveFeedbackProps = {
  readonly name: string;
  readonly version: string;
  /** What the user said before about this version. */
  readonly own: Feedback | undefined;
};

function GiveFeedback({ name, version, own }: GiveFeedbackProps): ReactNode {
  const show = useToast();
  const send = useChange("POST /api/v1/skills/{name}/versions/{version}/feedback", [
    "GET /api/v1/skills/{name}/feedback",
  ]);
  const [helped, setHelped] = useState(own?.helped);
  const [comment, setComment] = useState(own?.comment ?? "");
  const submit = (): void => {
    if (helped === undefined) return;
    send.mutate(
      { params: { name, version }, body: { helped, comment } },
      {
        onSuccess: () => show({ text: `Thank you. Your feedback on ${version} is saved.` }),
        onError: ({ message }) => show({ text: message, isBad: true }),
      },
    );
  };
  return (
    <Card title={own === undefined ? `Did ${version} help?` : `Change what you said about ${version}`}>
      <div className="skill-stack">
        <fieldset className="feedback-choice">
          <legend className="unseen">Did it help?</legend>
          <Button icon={ThumbsUp} aria-pressed={helped === true} onClick={() => setHelped(true)}>
            It helped
          </Button>
          <Button icon={ThumbsDown} aria-pressed={helped === false} onClick={() => setHelped(false)}>
            It did not
          </Button>
        </fieldset>
        <TextArea
          label="Comment"
          hint="What to improve. Others in the tenant can read it."
          maxLength={1000}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
        <Button
          kind="primary"
          isBusy={send.isPending || helped === undefined}
          onClick={submit}
          title={helped === undefined ? "Choose first whether it helped" : undefined}
        >
          {own === undefined ? "Send feedback" : "Replace feedback"}
        </Button>
      </div>
    </Card>
  );
}
