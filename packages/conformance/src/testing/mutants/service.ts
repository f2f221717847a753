import type { Method } from "../../reference/behaviour.js";
import { answers, code, lets, type Mutant, method, mutant, rightMethods, textsOf } from "./mutant.js";

const echoes = (change: (text: string) => unknown) =>
  answers("Echo", (result) => ({ ...result, Result: change(String(result["Result"])) }));
const PASSWORD = "svccontrol.password";
const right = rightMethods["ServiceControl"];
const sets = (change: (password: unknown, old: string) => unknown) =>
  method(
    "ServiceControl",
    (params, state, behaviour) =>
      right?.(
        PASSWORD in params ? { ...params, [PASSWORD]: change(params[PASSWORD], state.password) } : params,
        state,
        behaviour,
      ) ?? {},
  );

export const SERVICE: readonly Mutant[] = [
  mutant(
    "echo-name",
    "answers Echo under another name",
    "service.echo.text",
    answers("Echo", ({ Result }) => ({ Echo: Result })),
  ),
  mutant(
    "echo-more",
    "answers Echo with more than was asked for",
    "service.echo.only",
    answers("Echo", (result) => ({ ...result, Echo: result["Result"] })),
  ),
  mutant(
    "echo-constant",
    "answers Echo with the same text always",
    "service.echo.unicode",
    echoes(() => "hello"),
  ),
  mutant(
    "echo-empty",
    "answers an empty Echo with null",
    "service.echo.empty",
    echoes((text) => text || null),
  ),
  mutant(
    "echo-empty-refused",
    "refuses an empty Echo",
    "service.echo.empty",
    lets("Echo", ({ Echo }) => Echo === "", {}),
  ),
  mutant(
    "echo-quotes",
    "does not escape quotes",
    "service.echo.quotes",
    textsOf("Echo", (text) => text.replaceAll('\\"', '"')),
  ),
  mutant(
    "echo-escapes",
    "escapes twice",
    "service.echo.lines",
    echoes((text) => JSON.stringify(text).slice(1, -1)),
  ),
  mutant(
    "echo-ascii",
    "answers a question mark for letters outside ASCII",
    "service.echo.unicode",
    echoes((text) => text.replaceAll(/[^\0-\x7f]/g, "?")),
  ),
  mutant(
    "echo-ucs2",
    "breaks letters beyond 16 bits",
    "service.echo.unicode",
    echoes((text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, "\ufffd")),
  ),
  mutant(
    "echo-line",
    "ends at the first line end",
    "service.echo.lines",
    echoes((text) => text.split("\n")[0]),
  ),
  mutant(
    "echo-markup",
    "escapes markup as for a web page",
    "service.echo.markup",
    echoes((text) => text.replaceAll("<", "&lt;")),
  ),
  mutant(
    "echo-number",
    "answers digits as a number",
    "service.echo.number",
    echoes((text) => (/^\d+$/.test(text) ? Number(text) : text)),
  ),
  mutant(
    "echo-trims",
    "takes blanks away",
    "service.echo.blanks",
    echoes((text) => text.trim()),
  ),
  mutant(
    "echo-missing",
    "answers Echo without its parameter",
    "service.echo.missing",
    lets("Echo", (params) => !("Echo" in params), { Result: "" }),
  ),
  mutant(
    "echo-missing-code",
    "answers a missing parameter with -32600",
    "service.echo.missing",
    code("invalidParams", -32600),
  ),
  mutant(
    "echo-object",
    "answers an object as text",
    "service.echo.object",
    lets("Echo", ({ Echo }) => typeof Echo === "object", { Result: "[object Object]" }),
  ),
  mutant(
    "control-saved",
    "says that it saved when there was nothing to save",
    "service.none",
    answers("ServiceControl", (result) => ({ ...result, SettingsSaved: true })),
  ),
  mutant(
    "control-revokes",
    "revokes the token when there is nothing to save",
    "service.none",
    answers("ServiceControl", (result, _params, state) => {
      state.tokens.clear();
      return result;
    }),
  ),
  mutant(
    "password-unsaid",
    "does not answer that the password was changed",
    "service.password.change",
    answers("ServiceControl", ({ [PASSWORD]: _password, ...rest }) => rest),
  ),
  mutant(
    "password-unsaved",
    "says SettingsSaved: false after a change",
    "service.password.saved",
    answers("ServiceControl", (result) => ({ ...result, SettingsSaved: false })),
  ),
  mutant(
    "password-saved-text",
    "answers SettingsSaved as text",
    "service.password.change",
    answers("ServiceControl", (result) => ({ ...result, SettingsSaved: "true" })),
  ),
  mutant(
    "password-shown",
    "answers the new password",
    "service.password.change",
    answers("ServiceControl", (result, params) =>
      PASSWORD in params ? { ...result, [PASSWORD]: params[PASSWORD] } : result,
    ),
  ),
  mutant(
    "password-not-changed",
    "does not change the password",
    ["service.password.new", "service.password.old"],
    sets((_password, old) => old),
  ),
  mutant("password-both", "takes the old password beside the new one", "service.password.old", both()),
  mutant(
    "password-keeps-token",
    "keeps the token that set the password",
    "service.password.revokes",
    answersKeeping((own) => own),
  ),
  mutant(
    "password-keeps-others",
    "keeps all other tokens",
    "service.password.revokes-others",
    answersKeeping((own) => !own),
  ),
  mutant(
    "password-same-keeps",
    "keeps the tokens when the password stays the same",
    "service.password.same",
    method("ServiceControl", (params, state, behaviour) =>
      params[PASSWORD] === state.password
        ? { [PASSWORD]: null, SettingsSaved: false }
        : (right?.(params, state, behaviour) ?? {}),
    ),
  ),
  mutant(
    "password-empty-set",
    "takes an empty password",
    "service.password.empty",
    lets("ServiceControl", (params) => params[PASSWORD] === "", { [PASSWORD]: null, SettingsSaved: true }),
  ),
  mutant(
    "password-number-set",
    "takes a number as password",
    "service.password.number",
    sets((password) => (typeof password === "number" ? String(password) : password)),
  ),
  mutant(
    "password-null-set",
    "takes null for no password",
    "service.password.null",
    lets("ServiceControl", (params) => params[PASSWORD] === null, { SettingsSaved: false }),
  ),
];

/** Some tokens outlive a change of the password. */
function answersKeeping(keeps: (own: boolean) => boolean) {
  return method("ServiceControl", (params, state, behaviour) => {
    const kept = [...state.tokens].filter(([token]) => keeps(token === params["Token"]));
    const result = right?.(params, state, behaviour) ?? {};
    for (const [token, until] of PASSWORD in params ? kept : []) state.tokens.set(token, until);
    return result;
  });
}

function both() {
  const old = new Set<unknown>();
  const login: Method = (params, state, behaviour) =>
    rightMethods["Authenticate"]?.(
      old.has(params["Password"]) ? { ...params, Password: state.password } : params,
      state,
      behaviour,
    ) ?? {};
  const control: Method = (params, state, behaviour) => {
    old.add(state.password);
    return right?.(params, state, behaviour) ?? {};
  };
  return { methods: { ...rightMethods, Authenticate: login, ServiceControl: control } };
}
