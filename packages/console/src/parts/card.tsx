import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface CardProps {
  readonly title?: string;
  readonly about?: ComponentChildren;
  readonly aside?: ComponentChildren;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A part of a page with a heading of its own. */
export function Card({ title, about, aside, class: more = "", children }: CardProps) {
  const id = useId();
  return (
    <section class={`card ${more}`} aria-labelledby={title === undefined ? undefined : id}>
      {(title !== undefined || aside !== undefined) && (
        <header class="card-head">
          {title === undefined ? <p class="about">{about}</p> : <h2 id={id}>{title}</h2>}
          {aside}
        </header>
      )}
      {about && (title !== undefined || aside === undefined) && <p class="about">{about}</p>}
      {children}
    </section>
  );
}
