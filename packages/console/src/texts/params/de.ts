import type { ParamTexts } from "./param-texts.js";

export const params: ParamTexts = {
  Authenticate: {
    API: "Version des Protokolls; 1.",
    Password: "Passwort des Dienstes.",
    User: "An einem Hub: das Konto, zu dem das Passwort gehört. Ohne Angabe gilt das Passwort des Hubs. Anderswo ohne Wirkung.",
  },
  RouterInfo: {
    "svc.router.status": "Zustand für Menschen, in der Sprache des Aufrufers.",
    "svc.router.status.own":
      "Was der Router selbst über seinen Zustand sagt, in seiner Sprache; leer, solange er nicht antwortet.",
    "svc.router.uptime": "Millisekunden seit dem Start des Routers.",
    "svc.router.version": "Vollständige Version des Routers.",
    "svc.router.net.status": "Code des Netzwerkstatus.",
    "svc.router.net.bw.inbound.1s": "Eingehende Bandbreite jetzt, Byte pro Sekunde.",
    "svc.router.net.bw.inbound.15s": "Eingehende Bandbreite der letzten 15 Sekunden, Byte pro Sekunde.",
    "svc.router.net.bw.outbound.1s": "Ausgehende Bandbreite jetzt, Byte pro Sekunde.",
    "svc.router.net.bw.outbound.15s": "Ausgehende Bandbreite der letzten 15 Sekunden, Byte pro Sekunde.",
    "svc.router.net.tunnels.participating": "Tunnel anderer, die durch diesen Router laufen.",
    "svc.router.netdb.knownpeers": "Bekannte Router, ohne diesen.",
    "svc.router.netdb.activepeers": "Router, mit denen kürzlich Kontakt bestand.",
    "svc.router.netdb.fastpeers": "Als schnell eingestufte Router.",
    "svc.router.netdb.highcapacitypeers": "Router mit hoher Kapazität.",
    "svc.router.netdb.isreseeding": "Ob ein Reseed läuft.",
    "svc.router.net.tunnels.successrate": "Anteil gelungener Tunnelaufbauten, in Prozent.",
    "svc.router.net.total.received.bytes": "Empfangene Byte seit dem Start des Routers.",
    "svc.router.net.total.sent.bytes": "Gesendete Byte seit dem Start des Routers.",
    "svc.router.net.bw.transit.15s": "Verkehr anderer in den letzten 15 Sekunden, Byte pro Sekunde.",
    "svc.router.net.transit.sent.bytes": "Für andere gesendete Byte seit dem Start des Routers.",
    "svc.router.net.tunnels.inbound": "Eingehende Tunnel dieses Routers.",
    "svc.router.net.tunnels.outbound": "Ausgehende Tunnel dieses Routers.",
    "svc.router.net.tunnels.totalsuccessrate":
      "Anteil gelungener Tunnelaufbauten seit dem Start des Routers, in Prozent.",
    "svc.router.net.tunnels.queue": "Wartende Tunnelanfragen.",
    "svc.router.net.tunnels.tbmqueue": "Wartende Nachrichten zum Tunnelaufbau.",
    "svc.router.netdb.floodfills": "Bekannte Floodfill-Router.",
    "svc.router.netdb.leasesets": "Bekannte LeaseSets.",
  },
  GetRate: {
    Stat: "Name einer Statistik.",
    Period: "Zeitraum bis jetzt, in Millisekunden.",
  },
  RouterManager: {
    FindUpdates:
      "Sucht ein signiertes Update: ob es eines gibt. Auch „false“, wenn das unbekannt ist; ein Text nur für einen Feed, dem nicht zu trauen ist.",
    Update: "Lädt, prüft und installiert ein signiertes Update und antwortet mit dem Endstand.",
    Reseed: "Startet einen Reseed.",
    Restart: "Startet den Router sofort neu.",
    RestartGraceful: "Startet den Router neu, wenn die Transit-Tunnel abgelaufen sind.",
    Shutdown: "Stoppt den Router sofort.",
    ShutdownGraceful: "Stoppt den Router, wenn die Transit-Tunnel abgelaufen sind.",
  },
  NetworkSetting: {
    "svc.router.net.ntcp.port": "NTCP-Port.",
    "svc.router.net.ntcp.hostname": "NTCP-Hostname.",
    "svc.router.net.ntcp.autoip": "Automatische Wahl der NTCP-Adresse.",
    "svc.router.net.ssu.port": "SSU-Port.",
    "svc.router.net.ssu.hostname": "Externer SSU-Hostname.",
    "svc.router.net.ssu.autoip": "Quellen für die SSU-Adresse.",
    "svc.router.net.ssu.detectedip": "Erkannte SSU-Adresse.",
    "svc.router.net.upnp": "Ob UPnP benutzt wird.",
    "svc.router.net.bw.share": "Prozent der Bandbreite für Transit-Tunnel.",
    "svc.router.net.bw.in": "Grenze der eingehenden Bandbreite, KiB/s.",
    "svc.router.net.bw.out": "Grenze der ausgehenden Bandbreite, KiB/s.",
    "svc.router.net.laptopmode": "Ob der Router Adresswechsel verbirgt (Laptop-Modus).",
  },
  AdvancedSettings: {
    setAll: "Ersetzt alle Einstellungen; was fehlt, wird entfernt, auch Geheimnisse.",
    set: "Ändert die angegebenen Einstellungen und behält die anderen.",
    getAll: "Fragt alle Einstellungen ab.",
    get: "Fragt eine Einstellung ab.",
  },
  Echo: {
    Echo: "Beliebiger Wert.",
  },
  ServiceControl: {
    "svccontrol.password": "Das neue Passwort: mindestens 10 Zeichen und kein verbreitetes.",
    "svccontrol.address": "Adresse, an der der Dienst lauscht.",
    "svccontrol.port": "Port, an dem der Dienst lauscht.",
  },
  "pilothouse.password": {
    password: "Das neue Passwort: mindestens 10 Zeichen und kein verbreitetes.",
    current: "Das jetzige Passwort; ist es falsch, ändert sich nichts.",
    keepTokens: "Ob Tokens von Programmen gültig bleiben. Sitzungen enden immer.",
  },
  "fleet.password": {
    password: "Das neue Passwort: mindestens 10 Zeichen und kein verbreitetes.",
    current: "Das bisherige Passwort.",
  },
  ClientServicesInfo: {
    I2PTunnel: "Fragt die Tunnel aus tunnels.conf ab.",
    HTTPProxy: "Fragt den HTTP-Proxy ab.",
    SOCKS: "Fragt den SOCKS-Proxy ab.",
    SAM: "Fragt die SAM-Brücke ab.",
    BOB: "Fragt die BOB-Brücke ab.",
    I2CP: "Fragt den I2CP-Server ab.",
  },
  "pilothouse.notify": {
    test: "Der Kanal für eine Testnachricht: webhook, ntfy oder email.",
  },
  "pilothouse.join": {
    token: "Das Token der Einladung, `ph1_…`.",
    name: "Name des Knotens in der Flotte: 1 bis 63 Zeichen aus a-z, 0-9, Punkt und Bindestrich. Vorgabe: der Name des Rechners, mit einer Nummer, wenn ein anderer Knoten so heißt.",
  },
  "pilothouse.logout": {
    after:
      "Sekunden bis zum Ende; wird das Token inzwischen benutzt, bleibt die Sitzung: für eine Seite, die geschlossen oder neu geladen wird. Aufrufe der ersten fünf Sekunden zählen nicht: Die Seite kann sie vorher gesendet haben.",
  },
  "pilothouse.webapps": {
    name: "Die Anwendung, die geschaltet wird.",
    running: "Jetzt ausführen oder anhalten.",
    autostart: "Ob sie mit dem Dienst startet.",
  },
  "pilothouse.sessions": {
    revoke: "Kennung der Sitzung, die endet.",
    revokeOthers: "Ob alle anderen Sitzungen enden.",
    rename: "Kennung der Sitzung, die den Namen in `name` bekommt.",
    name: "Ihr neuer Name.",
  },
  "pilothouse.tokens": {
    revoke: "Name des Tokens, das widerrufen wird.",
  },
  "pilothouse.createToken": {
    name: "Sein Name in der Liste und im Protokoll.",
    scope: "Was es darf.",
    lifetime: "Millisekunden bis zum Ablauf; Vorgabe: 90 Tage.",
  },
  "pilothouse.history": {
    from: "Beginn, in Millisekunden seit der Epoche.",
    to: "Ende, in Millisekunden seit der Epoche.",
    points: "Höchstzahl der Werte je Reihe; 500.",
  },
  "pilothouse.audit": {
    before: "Nur Einträge, die älter sind als der mit dieser Kennung.",
    limit: "Wie viele höchstens; 100.",
  },
  "pilothouse.events": {
    limit: "Wie viele höchstens; 100.",
    kinds: "Nur Ereignisse dieser Arten.",
    severity: "Nur Ereignisse dieser Schwere oder einer höheren.",
    from: "Nur Ereignisse ab dieser Zeit, in Millisekunden seit der Epoche.",
    to: "Nur Ereignisse vor dieser Zeit.",
    before: "Nur Ereignisse, die älter sind als das mit dieser Kennung.",
    after: "Nur Ereignisse, die neuer sind als das mit dieser Kennung; das älteste zuerst.",
  },
  "pilothouse.changes": {
    limit: "Wie viele höchstens; 100.",
    part: "Nur Änderungen durch NetworkSetting oder durch AdvancedSettings.",
    before: "Nur Änderungen, die älter sind als die mit dieser Kennung.",
    from: "Vergleicht: den Stand direkt nach der Änderung mit dieser Kennung (0: vor der ersten aufbewahrten) …",
    to: "… mit dem Stand direkt nach dieser; ohne Angabe mit dem neuesten.",
    undo: "Nimmt die Änderung mit dieser Kennung zurück und keine andere: stellt ihre alten Werte wieder her.",
    goTo: "Geht zum Stand direkt nach der Änderung mit dieser Kennung zurück (0: vor der ersten aufbewahrten): nimmt alle späteren von `part` zurück, das angegeben sein muss.",
    preview: "Mit `undo` oder `goTo`: ändert nichts und sagt, was geändert würde.",
    plan: "Mit `undo` oder `goTo`: der `plan` einer Vorschau. Tut, was sie gezeigt hat, auch wo ein Wert seither wieder geändert wurde, wie sie sagte. Was sie nicht so gezeigt hat, ist ein Fehler, der die Einstellung nennt, und nichts wird geändert.",
    force:
      "Mit `undo` oder `goTo`: auch wo ein Wert seither wieder geändert wurde, ob eine Vorschau es gezeigt hat oder nicht. Ohne das und ohne `plan` ist es ein Fehler, der die Einstellung nennt, und nichts wird geändert.",
  },
  "pilothouse.settings": {
    set: 'Werte nach Namen, wie sie in der Datei stünden, etwa `{"budget.monthly":"500GB"}`; null entfernt einen. `notify.webhook_key`, `notify.ntfy_token` und `notify.email_password` nehmen die Geheimnisse selbst; ein Geheimnis wird entfernt, wenn sich die Adresse ändert, zu der es gehört, und es nicht noch einmal angegeben wird.',
  },
  "pilothouse.apply": {
    checksum: "Unter der die Einstellungen bekannt sind.",
    network: "Netzwerkeinstellungen mit ihren Namen hier, etwa `router.net.bw.in`.",
    advanced: "Einstellungen mit den Namen, die der Router ihnen gibt.",
    restart: "Wie der Router neu gestartet wird, wenn die Einstellungen es brauchen; Vorgabe: sanft.",
    drain:
      "Millisekunden, die ein sanfter Neustart höchstens wartet, bis Tunnel anderer abgelaufen sind; Vorgabe: elf Minuten.",
    deadline:
      "Millisekunden, die der Router nach dem Start brauchen darf, bis er gesund ist; Vorgabe: zehn Minuten.",
  },
  "pilothouse.logs": {
    source: "Wessen Log.",
    level: "Nur Zeilen dieser Stufe oder einer wichtigeren. Eine Zeile ohne Stufe gehört zur vorigen.",
    text: "Nur Zeilen, die das enthalten, groß oder klein geschrieben.",
    after: "Nur was nach einer früheren Antwort kam: ihr `next`.",
    limit: "Wie viele Zeilen höchstens, die letzten; 200.",
  },
  "pilothouse.backup": {
    passphrase: "Verschlüsselt sie mit dieser Passphrase.",
  },
  "fleet.queue": {
    node: "Name oder Kennung des Knotens; ohne `method` werden nur seine Aufrufe gelistet.",
    method:
      "Die Methode, die dort aufgerufen wird. Sie muss etwas ändern und darf nicht mehr als die Stufe `settings` brauchen: Was Geheimnisse enthält, wartet hier nicht.",
    params: "Seine Parameter, ohne Token.",
    lifetime: "Wie viele Millisekunden er wartet; Vorgabe: ein Tag.",
    cancel: "Kennung des Aufrufs, der beendet wird.",
  },
  "fleet.rollout": {
    kind: "Was auf jedem Knoten geschieht.",
    filter: "Nur Knoten, deren Name das enthält.",
    labels: "Nur Knoten mit diesen Labels.",
    nodes: "Nur diese Knoten, nach Name oder Kennung.",
    template: "Mit `apply`: der Text einer fleet.toml. Er wird zur Vorlage der Flotte.",
    maxParallel: "Wie viele Knoten höchstens gleichzeitig in Arbeit sind; Vorgabe: 1.",
    canary:
      "So viele Knoten gehen voran und müssen wieder gesund sein, bevor die anderen folgen; Vorgabe: 1.",
    failureBudget: "So viele Knoten dürfen scheitern; einer mehr stoppt den Roll-out; Vorgabe: 0.",
    healthyDeadline:
      "Millisekunden vom Start des Routers, bis der Knoten gesund sein muss; Vorgabe: zehn Minuten.",
    minHealthy:
      "Millisekunden, die er gesund bleiben muss, bevor er als fertig gilt; Vorgabe: fünf Sekunden.",
    tunnelShare: "Prozent der früheren Transit-Tunnel, die er wieder haben muss; Vorgabe: 50.",
    lineExpiry: "Millisekunden, die auf Knoten gewartet wird, die offline sind; Vorgabe: eine Stunde.",
    graceful: "Ob Tunnel anderer vor einem Neustart auslaufen dürfen; Vorgabe: true.",
    drainLimit:
      "Wie viele Millisekunden sie das dürfen; dann wird sofort neu gestartet. Vorgabe: elf Minuten, bis dahin sind alle ausgelaufen.",
  },
  "fleet.template": {
    filter: "Nur Knoten, deren Name das enthält.",
    labels: "Nur Knoten mit diesen Labels.",
    text: "Der Text einer fleet.toml, mit der die Knoten verglichen werden.",
    after: "Nur Knoten nach diesem Namen: das `next` der vorigen Seite.",
    limit: "Knoten je Seite; 200.",
  },
  "fleet.drift": {
    filter: "Nur Knoten, deren Name das enthält.",
    labels: "Nur Knoten mit diesen Labels.",
    after: "Nur Knoten nach diesem Namen: das `next` der vorigen Seite.",
    limit: "Knoten je Seite; 200.",
  },
  "fleet.import": {
    filter: "Nur Knoten, deren Name das enthält.",
    labels: "Nur Knoten mit diesen Labels.",
    advanced: "Ob auch die Einstellungen mit den Namen des Routers gewünscht sind; false.",
  },
  "fleet.rollouts": {
    id: "Der Roll-out.",
    pause: "Beginnt keine weiteren Knoten, bis er fortgesetzt wird.",
    resume: "Setzt einen angehaltenen fort.",
    end: "Beginnt keine weiteren Knoten; die begonnenen werden zu Ende geführt.",
    outcome: "Nur Knoten mit diesem Ergebnis.",
    after: "Nur Knoten hinter dieser Stelle: das `next` der vorigen Seite.",
    limit: "Knoten je Seite; 100.",
  },
  "fleet.nodes": {
    after: "Nur Knoten nach diesem Namen: das `next` der vorigen Seite.",
    filter: "Teil des Namens.",
    labels: "Labels mit Werten, die der Knoten haben muss.",
    state: "Zustand, in dem der Knoten sein muss.",
    columns: "Die gewünschten Spalten; Vorgabe: alle.",
    limit: "Knoten je Seite; 1000.",
  },
  "fleet.node": {
    node: "Name oder Kennung des Knotens.",
  },
  "fleet.label": {
    node: "Name oder Kennung des Knotens.",
    labels: "Neue Werte nach Schlüssel; null entfernt ein Label.",
  },
  "fleet.rename": {
    node: "Name oder Kennung des Knotens.",
    name: "Sein neuer Name; kein anderer Knoten darf ihn haben.",
  },
  "fleet.keep": {
    node: "Name oder Kennung des Knotens.",
    instance:
      "Die Instanz, die bleibt, wie `fleet.node` sie auflistet und `pilothouse.membership` sie dort nennt; kann fehlen, wenn nur eine arbeitet.",
  },
  "fleet.adopt": {
    node: "Fingerabdruck oder Kennung des Knotens.",
    name: "Sein Name. Vorgabe: wie er sich nennt, mit einer Nummer, wenn ein anderer Knoten so heißt.",
    labels: "Seine Labels, die Knoten selbst nicht kennen.",
  },
  "fleet.remove": {
    node: "Name oder Kennung des Knotens.",
  },
  "fleet.invite": {
    labels: "Labels der Knoten, die damit beitreten.",
    uses: "Wie viele Knoten damit beitreten dürfen; 1.",
    lifetime: "Millisekunden bis zum Ablauf; Vorgabe: eine Stunde.",
    wait: "Ob Knoten, die damit beitreten, auf die Annahme warten, etwa bei vorbereiteten Abbildern.",
    replaces:
      "Der Knoten, dessen Name und Labels der neue übernimmt, nach einer Neuinstallation; sein alter Schlüssel wird von da an abgelehnt.",
  },
  "fleet.invitations": {
    revoke: "Kennung der Einladung, die widerrufen wird.",
  },
  "fleet.waiting": {
    accept: "Fingerabdruck, Kennung oder Name des Knotens, der angenommen wird.",
    refuse: "Fingerabdruck, Kennung oder Name des Knotens, der abgelehnt wird.",
  },
  "fleet.operators": {
    name: "Das Konto, das angelegt oder geändert wird.",
    password: "Sein Passwort: mindestens 10 Zeichen und kein verbreitetes; nötig für ein neues Konto.",
    role: "Was es darf; nötig für ein neues Konto.",
    labels: "Es sieht und verwaltet nur Knoten mit diesen Labels; keine heißt alle Knoten.",
    remove: "Ob das Konto entfernt wird.",
  },
};
