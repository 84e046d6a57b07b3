import { type ReactNode, useId } from "react";
import "./card.css";

type CardProps = {
  readonly title?: ReactNode;
  readonly actions?: ReactNode;
  /** Without padding, for tables and lists that reach the border. */
  readonly isFlush?: boolean;
  readonly children: ReactNode;
};

/** A section of a page with its heading. */
export function Card({ title, actions, isFlush = false, children }: CardProps): ReactNode {
  const id = useId();
  return (
    <section className="card" {...(title !== undefined && { "aria-labelledby": id })}>
      {title !== undefined && (
        <header className="card-head">
          <h2 id={id}>{title}</h2>
          {actions}
        </header>
      )}
      {isFlush ? children : <div className="card-body">{children}</div>}
    </section>
  );
}
