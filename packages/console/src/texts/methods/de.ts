import type { MethodTexts } from "./method-texts.js";

export const methods: MethodTexts = {
  Authenticate: "Tauscht das Passwort gegen ein Token.",
  RouterInfo: "Liefert, was vom Router gefragt wird; unbekannte Schlüssel fehlen in der Antwort.",
  GetRate: "Der Mittelwert einer Statistik über die letzte Period oder über das, was vorliegt.",
  RouterManager: "Lässt den Router etwas tun.",
  NetworkSetting:
    "Liest (null) und schreibt (Text) Netzwerkeinstellungen; alles aus einer Anfrage wird gespeichert oder nichts.",
  AdvancedSettings: "Die ganze Konfiguration des Routers. Reihenfolge: setAll, set, getAll, get.",
  Echo: "Antwortet, was gesendet wurde.",
  ServiceControl: "Verwaltet den Dienst selbst. Ein neues Passwort widerruft alle Token.",
  ClientServicesInfo:
    "Die gefragten Client-Dienste des Routers. In der Form von i2pd; worüber der Router nichts sagt, gilt als aus.",
  "rpc.discover": "Beschreibt diese Schnittstelle als OpenRPC-Dokument.",
  "pilothouse.notify":
    "Die Kanäle für Benachrichtigungen, ihr Zustand und was gemeldet wird; mit `test` wird eine Testnachricht gesendet.",
  "pilothouse.settings":
    "Listet die Einstellungen des Dienstes, die im Betrieb geändert werden können: Benachrichtigungen und Datenbudget. Mit `set` werden einige geändert, alle oder keine. Was in Datei, Umgebung oder Option steht, gilt und ist hier nicht änderbar.",
  "pilothouse.health":
    "Ob mit Router und Dienst alles in Ordnung ist; wenn nicht, warum, und was zu tun ist.",
  "pilothouse.traffic":
    "Vom Router empfangene und gesendete Bytes nach Tag und Monat, über alle Neustarts; dazu das Datenbudget.",
  "pilothouse.join":
    "Tritt mit dem Token einer Einladung einer Flotte bei. Kann nach einem Fehler wiederholt werden.",
  "pilothouse.leave":
    "Verlässt die Flotte. Geht auch ohne den Hub, der benachrichtigt wird, wenn er erreichbar ist.",
  "pilothouse.membership": "Die Flotte, zu der dieser Knoten gehört.",
  "pilothouse.logout": "Widerruft das Token, mit dem es aufgerufen wird.",
  "pilothouse.webapps": "Listet die Webanwendungen des HTTP-Endpunkts; mit einem Namen wird eine geschaltet.",
  "pilothouse.status": "Wie es Dienst und Router geht, über RouterInfo hinaus.",
  "pilothouse.cancel":
    "Bricht einen sanften Neustart oder ein sanftes Herunterfahren ab, solange auf das Ende von Tunneln gewartet wird. Wird abgelehnt, wenn der Router das nicht kann.",
  "pilothouse.sessions":
    "Listet die offenen Sitzungen, beendet sie oder benennt sie um. Token von Programmen gehören nicht dazu.",
  "pilothouse.tokens": "Listet die Token von Programmen; mit einem Namen wird eines widerrufen.",
  "pilothouse.createToken": "Erstellt ein Token für ein Programm. Es wird nur hier gezeigt.",
  "pilothouse.password": "Ändert das Passwort wie ServiceControl, mit mehr Auswahl.",
  "pilothouse.setup":
    "Was zu tun ist, bevor der Dienst von der Adresse des Aufrufers aus benutzt werden kann.",
  "pilothouse.history":
    "Statistiken über einen Zeitraum, so fein, wie sie aufbewahrt wurden und gefragt sind.",
  "pilothouse.audit": "Wer was wann geändert hat; das Neueste zuerst.",
  "pilothouse.apply":
    "Wendet die Einstellungen einer Vorlage an, alle oder keine, startet den Router bei Bedarf neu und stellt die alten wieder her, wenn er nicht gesund zurückkommt. Ohne Parameter: was aus den letzten wurde.",
  "pilothouse.events":
    "Die Zeitleiste von Router und Dienst. Zum Verfolgen mit `after` erneut fragen; das kostet fast nichts.",
  "pilothouse.changes":
    "Jede Änderung der Routereinstellungen: auflisten, zwei Punkte vergleichen, zurückgehen. Geheime Werte werden nie gezeigt; sie zurückzusetzen verlangt den Umfang `all`.",
  "pilothouse.logs":
    "Zeilen aus dem Protokoll des Routers oder des Dienstes, ohne Geheimnisse, Adressen und Benutzernamen. Zum Verfolgen mit `after` erneut fragen.",
  "pilothouse.backup":
    "Erstellt eine Sicherung im Datenverzeichnis des Dienstes, die `pilothouse backup` abholt. Nur über den Socket des Betreibers.",
  "fleet.queue":
    "Listet Aufrufe, die auf ihre Knoten warten, und was aus denen der letzten Woche wurde. Mit `method` kommt einer hinzu, mit `cancel` endet ein wartender.",
  "fleet.rollout":
    "Startet Knoten neu, aktualisiert sie oder wendet Einstellungen an, immer nur einige zugleich.",
  "fleet.rollouts":
    "Listet Rollouts, die neuesten zuerst; mit einer Id einen davon samt Knoten. Hält ihn an, setzt ihn fort oder beendet ihn.",
  "fleet.template":
    "Die Vorlage der Flotte; mit einem Text, was dieser Knoten für Knoten ändern würde. Schreibt nichts.",
  "fleet.drift": "Die Knoten, die nach eigenem Bericht von der Vorlage der Flotte abweichen.",
  "fleet.import": "Was die Knoten jetzt haben, als fleet.toml: Labels und Einstellungen, ohne Geheimnisse.",
  "fleet.nodes": "Die passenden Knoten der Flotte nach Namen, in Spalten und Seiten.",
  "fleet.node": "Alles, was über einen Knoten bekannt ist.",
  "fleet.summary": "Die Flotte in Zahlen.",
  "fleet.label": "Ändert Labels eines Knotens; nicht genannte bleiben.",
  "fleet.rename": "Gibt einem Knoten einen anderen Namen.",
  "fleet.adopt":
    "Legt einen Eintrag für einen unbekannten Knoten an: Er hat einen Schlüssel der Flotte, und diesem Hub fehlt sein Eintrag.",
  "fleet.keep":
    "Entscheidet, welche von zwei Maschinen mit dem Schlüssel eines Knotens dieser Knoten bleibt. Die andere ist dann eine Kopie und muss neu beitreten.",
  "fleet.remove":
    "Entfernt einen Knoten aus der Flotte und widerruft seinen Schlüssel. Er läuft als eigener Dienst weiter.",
  "fleet.invite": "Erstellt eine Einladung. Ihr Token wird nur hier gezeigt.",
  "fleet.invitations": "Listet die Einladungen; mit einer Id wird eine widerrufen.",
  "fleet.waiting": "Listet die Knoten, die auf Annahme warten; nimmt einen an oder lehnt ihn ab.",
  "fleet.operators":
    "Listet die Konten des Hubs; mit einem Namen wird eines angelegt, geändert oder entfernt.",
  "fleet.password": "Ändert das Passwort des eigenen Kontos und beendet dessen Sitzungen.",
};
