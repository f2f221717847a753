import {
  AUDIT_CODES,
  type AuditOutcome,
  auditText,
  ERRORS,
  type EventData,
  reason,
  reasonAs,
} from "@pilothouse/protocol";
import { describe, expect, it } from "vitest";
import { actorWords, addressWords } from "../../reasons/actor-words.js";
import { LANGUAGE_NAMES, type Language, loadMainTexts, loadTexts } from "../../texts/language.js";
import { auditWords, detailWords, outcomeWords, valueWords } from "./audit-words.js";

const OUTCOMES = [...Object.keys(ERRORS), "refused by the node"] as readonly Exclude<AuditOutcome, "ok">[];
const DATA = {
  ...{ channel: "ntfy", method: "pilothouse.moon", order: "RestartGraceful" },
  ...reasonAs("why", reason("hub.unsigned")),
};

const textsIn = async (language: Language) => ({
  texts: await loadMainTexts(language),
  pages: await loadTexts("pages", language),
});
const said = async (language: Language, code: string | null, data: EventData | null, action = "") => {
  const { texts, pages } = await textsIn(language);
  return auditWords({ code, data, action }, texts, pages);
};

describe("the words of the audit", () => {
  it.each(LANGUAGE_NAMES)(
    "exist in %s for everything that can be recorded, and for how it ended",
    async (language) => {
      const { texts, pages } = await textsIn(language);
      expect(Object.keys(pages.auditActions).sort()).toEqual([...AUDIT_CODES].sort());
      expect(Object.keys(pages.auditOutcomes).sort()).toEqual([...OUTCOMES].sort());
      for (const code of AUDIT_CODES) {
        const entry = { action: auditText(code, DATA), code, data: { ...DATA, node: "attic", more: 37 } };
        const words = auditWords(entry, texts, pages);
        expect(words, code).toMatch(/attic.*37|37.*attic/);
        expect(words, code).not.toMatch(/[{}[\]?]/);
        if (language !== "en") expect(words, code).not.toMatch(/more within|the fleet has/);
      }
      for (const outcome of OUTCOMES) expect(outcomeWords(outcome, pages)).not.toBe("");
    },
  );

  it("say what was composed in the reader's language", async () => {
    expect(await said("de", "login", { more: 37 })).toBe("Anmeldung, 37 weitere innerhalb einer Minute");
    const why = reasonAs("why", reason("hub.expired", { span: "5 min" }));
    expect(await said("fr", "hub command", why)).toMatch(
      /^Commande d’un hub refusée : .*expiré il y a 5 min/,
    );
  });

  it("name what a hub passed on as its node does", async () => {
    const data = { method: "RouterManager", key: "RestartGraceful", node: "attic" };
    expect(await said("de", "call", data)).toBe("Sanfter Neustart auf attic");
    expect(await said("de", "call", { method: "NetworkSetting", node: "attic" })).toBe(
      "Netzwerkeinstellungen auf attic",
    );
  });

  it("name what a hub may not do", async () => {
    const tried = (data: EventData) => said("de", "hub beyond", data);
    expect(await tried({ method: "RouterManager", key: "Shutdown" })).toBe(
      "Befehl eines Hubs über das Erlaubte hinaus: Sofort heruntergefahren",
    );
    expect(await tried({ method: "pilothouse.tokens" })).toMatch(/: Aufruf von pilothouse\.tokens$/);
    // As an earlier version has recorded it.
    expect(await tried({})).toBe("Befehl eines Hubs über das Erlaubte hinaus");
  });

  it("are the service's own where there is no code, or one of a newer service", async () => {
    expect(await said("de", null, null, "moon landed")).toBe("moon landed");
    expect(await said("de", "moon landing", {}, "moon landed")).toBe("moon landed");
  });

  it("stand for what a hub records of nodes, accounts and roll-outs, and for nothing that a person named", async () => {
    const { texts, pages } = await textsIn("de");
    const said = (code: string, name: string, value: string) =>
      `${detailWords(name, code, texts, pages)}: ${valueWords({ name, value }, code, texts, pages)}`;
    expect(said("node invited", "uses", "30")).toBe("Knoten: 30");
    expect(said("node invited", "label uses", "new")).toBe("Label uses: new");
    expect(said("account changed", "anna label site", "new")).toBe("anna · Label site: new");
    const { running } = pages.applications;
    expect(said("web application", "jsonrpc.running", "true")).toBe(`jsonrpc · ${running}: an`);
    expect(said("join a fleet", "fleet", "OBHPGWXD")).toBe("Flotte: OBHPGWXD");
    expect(said("session revoked", "session", "5f0c")).toBe("Sitzung: 5f0c");
    expect(said("node renamed", "UABC", "running")).toBe("UABC: running");
    expect(said("account made", "anna role", "operator")).toBe("anna · Rolle: Bediener");
    expect(said("account changed", "anna label site", "ams")).toBe("anna · Label site: ams");
    expect(said("account changed", "anna password", "new")).toBe("anna · Passwort: neu");
    expect(said("roll-out (restart)", "nodes", "6")).toBe("Knoten: 6");
    expect(said("roll-out (pause)", "status", "paused")).toBe("Status: angehalten");
    expect(said("call queued", "attic", "RestartGraceful")).toBe("attic: Sanft neu starten");
    expect(said("call queued", "attic", "svc.router.net.upnp, i2p.router.net.bw.share")).toBe(
      `attic: UPnP, ${texts.network.fields["router.net.bw.share"].label}`,
    );
    expect(said("node labelled", "attic site", "ams")).toBe("attic site: ams");
    expect(said("AdvancedSettings", "status", "new")).toBe("status: new");
  });

  it("show values as the forms of their settings do, and others as they are", async () => {
    const { texts, pages } = await textsIn("de");
    const said = (name: string, value: string) => valueWords({ name, value }, "anything", texts, pages);
    expect(said("svc.router.net.upnp", "true")).toBe("an");
    expect(said("svc.router.net.ntcp.autoip", "always")).toBe("immer, auch hinter einer Firewall");
    expect(said("site.StartOnLoad", "false")).toBe("aus");
    expect(said("site.Type", "httpserver")).toBe("httpserver");
    expect(said("budget.monthly", '"500GB"')).toBe("500GB");
    expect(said("notify.off", '["peers.few","disk.low"]')).toBe("peers.few, disk.low");
    expect(said("i2np.upnp.enable", "true")).toBe("true");
  });

  it("stand for addresses and for changes that were left out", async () => {
    const { texts, pages } = await textsIn("de");
    const addresses = ["local", "various", "192.0.2.1", "hub OBHPGWXD: local", "hub OBHPGWXD: anna"];
    expect(addresses.map((one) => addressWords(one, pages))).toEqual([
      "dieser Rechner",
      "verschiedene Adressen",
      "192.0.2.1",
      "der Rechner des Hubs OBHPGWXD",
      "anna am Hub OBHPGWXD",
    ]);
    expect(["local", "roll-back", "anna"].map((one) => actorWords(one, texts))).toEqual([
      "diesem Rechner",
      texts.actors["roll-back"],
      "anna",
    ]);
    expect(["hub OBHPGWXD: local", "hub OBHPGWXD: anna"].map((one) => actorWords(one, texts))).toEqual([
      "dem Rechner des Hubs OBHPGWXD",
      "anna am Hub OBHPGWXD",
    ]);
    expect(detailWords("and 12 more", null, texts, pages)).toBe("und 12 weitere");
    expect(detailWords("svc.router.net.upnp", null, texts, pages)).toBe("UPnP");
  });
});
