import {
  checkParams,
  type MethodName,
  netStatusReason,
  REASONS,
  type ReasonCode,
  type RpcError,
  reason,
  reasonAs,
} from "@pilothouse/protocol";
import { describe, expect, it } from "vitest";
import { eventWords } from "../features/record/event-words.js";
import { updateWords } from "../features/updates/update-words.js";
import { LANGUAGE_NAMES, type Language, loadMainTexts, loadTexts } from "../texts/language.js";
import { errorWords } from "./error-words.js";
import { reasonWords } from "./reason-words.js";

const CODES = Object.keys(REASONS) as readonly ReasonCode[];
const placeholders = (sentence: string) => new Set(sentence.match(/\{\w+\}/g));

/** With those that are loaded later. */
const textsIn = async (language: Language) => {
  const texts = await loadMainTexts(language);
  return { ...texts, reasons: { ...texts.reasons, ...(await loadTexts("values", language)) } };
};

describe("the words of a reason", () => {
  it.each(LANGUAGE_NAMES)(
    "exist in %s for every code, with no other values than the service gives",
    async (language) => {
      const { reasons } = await textsIn(language);
      expect(Object.keys(reasons).sort()).toEqual([...CODES].sort());
      for (const code of CODES) {
        const given = placeholders(REASONS[code]);
        // An error names the key beside its reason.
        const known = new Set([...given, "{key}"]);
        for (const name of placeholders(reasons[code])) expect(known, code).toContain(name);
        // It would be taken for the reason's own code.
        expect(given, code).not.toContain("{code}");
        // What another program said is never left out.
        if (given.has("{text}")) expect(reasons[code], code).toContain("{text}");
      }
    },
  );

  it("are found inside of events, and for events of earlier versions", async () => {
    const texts = await loadMainTexts("de");
    const data = reasonAs("cause", reason("exit.code", { status: 1, text: "bind: in use" }));
    expect(eventWords({ kind: "router.crashed", data }, texts)).toBe(
      "Router abgestürzt: Exit-Code 1: „bind: in use“",
    );
    const earlier = { kind: "router.unreachable", data: { reason: "timeout" } };
    expect(eventWords(earlier, texts)).toBe("Router antwortet nicht: Zeitüberschreitung");
    const reached = { kind: "reachability.good", data: { now: "OK", was: "TESTING" } };
    expect(eventWords(reached, texts)).not.toMatch(/OK|TESTING/);
  });

  it("say wholly in the reader's language why a node has put its settings back, and quote what another program said", async () => {
    const texts = await textsIn("de");
    const ended = reason("start.failed", {
      ...reasonAs("cause", reason("exit.code", { status: 1, text: "bind: in use" })),
      ...reasonAs("done", reason("rollBack.done", { file: "i2pd.conf.failed" })),
    });
    const { code, values } = reason("apply.unhealthy", reasonAs("why", ended));
    expect(reasonWords(code, values, texts)).toBe(
      "sein Router ist nicht gesund zurückgekommen: Der Router ist nicht gestartet: Exit-Code 1: „bind: in use“. Die letzte Konfiguration, mit der er lief, wurde wiederhergestellt; die andere ist als i2pd.conf.failed aufbewahrt",
    );
  });

  it("name a network status in the reader's language, and one of an earlier version as it is", async () => {
    const texts = await textsIn("de");
    const { code, values } = reason("rollout.netStatus", {
      ...reasonAs("now", netStatusReason(2)),
      ...reasonAs("before", netStatusReason(null)),
    });
    expect(reasonWords(code, values, texts)).toBe(
      "sein Netzstatus ist „hinter einer Firewall“, vorher war er „unbekannt“",
    );
    expect(reasonWords(code, { now: "FIREWALLED", before: "OK" }, texts)).toContain("„FIREWALLED“");
  });

  it("say who ended a roll-out: a person by name, and the machine itself in words", async () => {
    const texts = await textsIn("de");
    const said = (name: string) => reasonWords("rollout.ended", { name }, texts);
    expect([said("anna"), said("local")]).toEqual(["beendet von anna", "beendet von diesem Rechner"]);
  });

  it("are found inside of other reasons", async () => {
    const texts = await loadMainTexts("de");
    const { values } = reason(
      "feed.unset",
      reasonAs("why", reason("feed.noSetting", { name: "update.feed" })),
    );
    expect(reasonWords("feed.unset", values, texts)).toBe(
      "Es gibt keine brauchbare Update-Quelle: update.feed ist nicht gesetzt",
    );
  });

  it("take the place of the service's sentence on an update, which is quoted if it has no code", async () => {
    const texts = await loadMainTexts("de");
    const text = "Version 2.11.0 is installed and runs after the next restart";
    const said = [{ text, ...reason("update.ready", { version: "2.11.0" }) }];
    expect(updateWords(text, { said }, texts)).toBe(
      "Version 2.11.0 ist installiert und läuft nach dem nächsten Neustart",
    );
    expect(updateWords("Something else", { said }, texts)).toBe(
      "Der Dienst sagt (auf Englisch): “Something else”",
    );
  });

  it("blame no value where none is wrong", async () => {
    const first = await loadTexts("first", "de");
    const texts = { ...first, ...(await textsIn("de")) };
    const data = reason("rollout.overlap", { id: "9e0aec29", kind: "restart", count: 1 });
    expect(errorWords({ name: "invalidParams", data }, texts)).toEqual({
      lead: undefined,
      why: expect.stringMatching(/^Knoten davon sind im Roll-out 9e0aec29, der/),
    });
    const named = errorWords({ name: "invalidParams", data: { ...data, key: "nodes" } }, texts);
    expect(named.lead).toBe(first.errors.invalidParams);
  });

  it("tell what a value should have been, and of which key", async () => {
    const texts = await textsIn("de");
    const wordsOf = (method: MethodName, params: { readonly [name: string]: unknown }) => {
      try {
        checkParams(method, params);
      } catch (error) {
        return errorWords({ name: "invalidParams", data: (error as RpcError).data }, texts).why;
      }
      return undefined;
    };
    expect(wordsOf("NetworkSetting", { "i2p.router.net.ntcp.port": "70000" })).toBe(
      'i2p.router.net.ntcp.port: nötig ist eine ganze Zahl von 1 bis 65535; angegeben war "70000"',
    );
    expect(wordsOf("AdvancedSettings", { set: { "a=b": "1" } })).toBe(
      '"a=b": nötig ist ein Name aus 1 bis 255 Zeichen ohne Steuerzeichen, „=“, „#“ oder „;“; angegeben war "a=b"',
    );
    expect(wordsOf("fleet.label", { node: "fra-1", labels: { site: "a b" } })).toMatch(
      /^"a b" ist als Wert von site nicht möglich; nötig: höchstens 32 Labels/,
    );
  });

  it("take the place of the message of an error that has a code", async () => {
    const texts = await loadMainTexts("de");
    const data = { reason: "unreachable", ...reason("router.gone", { text: "ECONNREFUSED" }) };
    expect(errorWords({ name: "internal", data }, texts)).toEqual({
      lead: undefined,
      why: "Der Router ist nicht erreichbar: „ECONNREFUSED“",
    });
    const offline = { ...reason("node.offlineNew", { name: "fra-1" }) };
    expect(errorWords({ name: "internal", data: offline }, texts)).toEqual({
      lead: undefined,
      why: "fra-1 ist offline und hat sich noch nie gemeldet",
    });
    expect(errorWords({ name: "invalidParams", data: { reason: "wants a number" } }, texts)).toEqual({
      lead: "Ein Wert wurde nicht angenommen.",
      why: undefined,
    });
  });
});
