import { Fragment } from "preact";

/** A name that goes on to the next line after a dot, rather than within a word. */
export const Dotted = ({ name }: { readonly name: string }) => (
  <code>
    {name.split(/(?<=\.)/).map((part, index) => (
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </code>
);
