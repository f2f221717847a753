import { isAtLeast, type Version } from "./version.js";

/** What came back: a result, the code of an error, or something that is no answer. */
export type Outcome = "answered" | "invalid" | number;

/** What i2pd's control service did when it was tried. Where it checks no tokens, only the first was tried. */
export interface Observed {
  readonly withoutToken: Outcome;
  readonly login?: Outcome;
  readonly wrongToken?: Outcome;
  readonly withToken?: Outcome;
  readonly moreKeys?: Outcome;
}

interface Belief {
  readonly of: keyof Observed;
  readonly is: Outcome;
  readonly description: string;
  /** Where it comes from. */
  readonly source: string;
}

/** The newest version that was run. */
export const NEWEST_RUN: Version = [2, 59, 99];

const MEASURED: readonly Belief[] = [
  {
    of: "withoutToken",
    is: "answered",
    description: "A call without a token is answered",
    source: "runs of 2.45.1, 2.56.0 and 2.59.0",
  },
];

/** What versions after 2.59 do, as far as we know: none of them could be run. The table is in docs/i2pd.md too. */
export const BELIEFS: readonly Belief[] = [
  {
    of: "withoutToken",
    is: -32002,
    description: "A call without a token is refused with -32002",
    source: "i2pd pull request 2509 (merged in 2026), and a third party's report about its code",
  },
  {
    of: "login",
    is: "answered",
    description: "`Authenticate` with `API` 1 and the password in `i2pd.conf` answers a `Token`",
    source: "runs up to 2.59.0; no change is known",
  },
  {
    of: "wrongToken",
    is: -32003,
    description: "A call with an unknown token is refused with -32003",
    source: "the same pull request and report",
  },
  {
    of: "withToken",
    is: "answered",
    description: "A call with the token as the last parameter is answered",
    source: "the same pull request and report",
  },
  {
    of: "moreKeys",
    is: "answered",
    description: "`RouterInfo` knows nine more keys, from 2.60 on",
    source: "i2pd pull request 2364 (merged in 2026)",
  },
];

/** In what this version behaves otherwise than we believe. */
export const contradicted = (version: Version, observed: Observed): readonly Belief[] =>
  (isAtLeast(NEWEST_RUN, version) ? MEASURED : BELIEFS).filter(({ of, is }) => observed[of] !== is);
