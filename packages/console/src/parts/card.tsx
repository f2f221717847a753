import type { Scope } from "@pilothouse/protocol";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { May, Needs } from "./needs.js";

interface CardProps {
  readonly title?: string;
  readonly about?: ComponentChildren;
  readonly aside?: ComponentChildren;
  readonly class?: string;
  /** It only asks for something new, so it is not printed. */
  readonly entry?: boolean;
  /** The scope that its controls need. Without it they are disabled, and `aside` is hidden. */
  readonly needs?: Scope;
  readonly children: ComponentChildren;
}

/** A part of a page with a heading of its own. */
export function Card({
  title,
  about,
  aside,
  class: more = "",
  entry = false,
  needs = "read",
  children,
}: CardProps) {
  const id = useId();
  return (
    <section
      class={`card ${more} ${entry ? "entry" : ""}`}
      aria-labelledby={title === undefined ? undefined : id}
    >
      {(title !== undefined || aside !== undefined) && (
        <header class="card-head">
          {title === undefined ? <p class="about">{about}</p> : <h2 id={id}>{title}</h2>}
          <May scope={needs}>{aside}</May>
        </header>
      )}
      {about && (title !== undefined || aside === undefined) && <p class="about">{about}</p>}
      <Needs scope={needs}>{children}</Needs>
    </section>
  );
}
