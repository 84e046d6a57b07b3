import type { ReactNode } from "react";

/** The heading of one of the stages in which an agent meets a skill. */
export function StageTitle({
  number,
  children,
}: {
  readonly number: number;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <>
      <span className="stage-number">{number}</span>
      {children}
    </>
  );
}
