/** A sentence of the specification, or of a standard it builds on, that a check rests on. */
export interface Clause {
  readonly section: string;
  readonly text: string;
}

const of =
  (section: string) =>
  (text: string): Clause => ({ section, text });

/** Sections of the specification of the interface. */
export const s1 = of("1");
export const s21 = of("2.1");
export const s22 = of("2.2");
export const s23 = of("2.3");
export const s23a = of("2.3a");
export const s24 = of("2.4");
export const s31 = of("3.1");
export const s32 = of("3.2");
export const s4 = of("4");
export const s41 = of("4.1");
export const s42 = of("4.2");
export const s43 = of("4.3");
export const s44 = of("4.4");
export const s45 = of("4.5");
export const s46 = of("4.6");
export const s47 = of("4.7");
export const s48 = of("4.8");
export const s5 = of("5");
export const s7 = of("7");
export const s8 = of("8");
export const s9 = of("9");

/** Standards that the specification builds on. */
export const jsonRpc = of("JSON-RPC 2.0");
export const http = of("HTTP/1.1 (RFC 9110, RFC 9112)");
export const json = of("JSON (RFC 8259)");
/** Not a part of the specification yet, and may change: every check that rests on it is a SHOULD. */
export const proposal170 = of("I2P proposal 170 (open, 2026-05-20)");
/** The specification and the standards say nothing; README.md says what such a check is based on. */
export const silent = of("not in the specification");

/** How each error is described in section 7. */
export const errorClause = (code: number): Clause => {
  const row = ERROR_ROWS[code];
  if (row === undefined) throw new Error(`section 7 has no code ${code}`);
  return s7(row);
};

const ERROR_ROWS: { readonly [code: number]: string } = {
  [-32700]: "-32700 | JSON parse error | Body is not valid JSON.",
  [-32600]: "-32600 | Invalid request | Request is not a valid JSON-RPC request.",
  [-32601]: "-32601 | Method not found | Unknown `method`.",
  [-32602]: "-32602 | Invalid parameters | Bad parameters.",
  [-32001]: "-32001 | Invalid password provided | `Authenticate` with a wrong password.",
  [-32002]: "-32002 | No authentication token presented | Token missing.",
  [-32003]: "-32003 | Authentication token does not exist | Token unknown.",
  [-32004]: "-32004 | Token was expired and will be removed | Token expired.",
  [-32005]: "-32005 | API version not specified but required | `Authenticate` without `API`.",
  [-32006]: "-32006 | API version specified is not supported | `API` value unsupported.",
};
