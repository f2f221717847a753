import type { Texts } from "./en.js";
import { plural } from "./plural.js";
import { reasons } from "./reasons/de.js";

const many = plural("de");

export const de: Texts = {
  units: {
    bytes: ["B", "KiB", "MiB", "GiB", "TiB"],
    perSecond: (unit) => `${unit}/s`,
    span: { minute: "Min.", hour: "Std.", day: "T.", year: "J." },
  },

  shell: {
    skip: "Zum Inhalt springen",
    menu: "Menü",
    pages: "Seiten",
    language: "Sprache",
    theme: "Farbschema",
    themes: { auto: "Wie das System", light: "Hell", dark: "Dunkel" },
    signOut: "Abmelden",
    service: (version) => `Dienst ${version}`,
    notLoaded: "Das konnte nicht geladen werden: Der Dienst antwortet nicht oder wurde aktualisiert.",
    draft: "Nicht gespeicherte Änderungen",
    signOutTitle: "Abmelden und Änderungen verlieren?",
    unsaved: "Auf diesen Seiten gibt es nicht gespeicherte Änderungen:",
    stay: "Angemeldet bleiben",
    signOutYes: "Abmelden und verwerfen",
  },

  pages: {
    fleet: "Flotte",
    rollouts: "Roll-outs",
    invitations: "Einladungen",
    overview: "Übersicht",
    control: "Steuerung",
    network: "Netzwerk",
    advanced: "Erweitert",
    applications: "Zugriff für andere Programme",
    rates: "Messwerte",
    sessions: "Passwort und Sitzungen",
    audit: "Protokoll",
    explorer: "API-Explorer",
    events: "Ereignisse",
    logs: "Logs",
    changes: "Einstellungsverlauf",
    notifications: "Benachrichtigungen",
    welcome: "Erste Schritte",
    traffic: "Datenverkehr",
    templates: "Vorlagen",
    operators: "Konten",
  },

  common: {
    cancel: "Abbrechen",
    next: "Weiter",
    loading: "Wird geladen …",
    tryAgain: "Erneut versuchen",
    failed: "Das hat nicht geklappt:",
    serviceSays: "Der Dienst sagt (auf Englisch):",
    on: "an",
    off: "aus",
    unknown: "unbekannt",
    refresh: "Aktualisieren",
    remove: "Entfernen",
    undo: "Rückgängig",
    copied: "Kopiert",
    close: "Schließen",
    since: (time) => `seit ${time}`,
    copy: "Kopieren",
    show: "Anzeigen",
    hide: "Verbergen",
    hidden: "(verborgen)",
    actions: "Aktionen",
    needs: (needed, held) =>
      `Nur Ansicht: Änderungen brauchen hier die Stufe „${needed}“, Sie haben „${held}“.`,
  },

  signIn: {
    account: "Konto",
    accountHint: "Leer lassen für das eigene Passwort des Hubs.",
    title: "Anmelden",
    password: "Passwort",
    action: "Anmelden",
    wrong: "Das Passwort ist falsch.",
    wait: (time) => `Zu viele Fehlversuche. Versuchen Sie es in ${time} wieder.`,
    away: "Der Dienst antwortet nicht.",
    ended: "Ihre Sitzung ist beendet. Bitte melden Sie sich neu an.",
    kept: "Ihre nicht gespeicherten Änderungen bleiben erhalten.",
    signedOut: "Sie haben sich abgemeldet.",
    hint: "Sie bleiben angemeldet, bis dieser Tab geschlossen wird.",
    forgotten:
      "Noch kein Passwort oder vergessen? Legen Sie es auf dem Rechner fest, auf dem der Dienst läuft, mit diesem Befehl:",
    show: "Passwort anzeigen",
  },

  password: {
    choose: "Neues Passwort wählen",
    why: "Das Werkspasswort kennt jeder. Solange Sie kein eigenes gewählt haben, ist nichts anderes möglich.",
    change: "Passwort ändern",
    ends: "Alle Sitzungen enden, auf allen Geräten. Hier werden Sie gleich wieder angemeldet.",
    current: "Aktuelles Passwort",
    field: "Neues Passwort",
    again: "Neues Passwort wiederholen",
    differ: "Die beiden Passwörter stimmen nicht überein.",
    short: "Bitte mindestens 10 Zeichen.",
    common: "Dieses Passwort wird mit als Erstes ausprobiert. Wählen Sie ein anderes.",
    action: "Passwort setzen",
    changed: "Das Passwort wurde geändert.",
    strength: "Stärke",
    levels: ["sehr schwach", "schwach", "mittel", "gut", "stark"],
    advice: "Vor allem die Länge zählt: Vier oder fünf Wörter ohne Zusammenhang ergeben ein gutes Passwort.",
  },

  banners: {
    simulated: "Demo-Modus:",
    simulatedMore: "simulierter Router, kein echter Verkehr.",
    serviceAway: "Der Dienst antwortet nicht.",
    router: "Router",
    lastValues: (age) => `Letzte Werte: ${age}. Verbindung wird automatisch wiederhergestellt …`,
    back: "Wieder verbunden. Die Werte sind aktuell.",
    restartNeeded: "Neu starten, um gespeicherte Einstellungen anzuwenden.",
    restart: "Neu starten …",
    factory: "Das Werkspasswort gilt noch. Wer diesen Dienst erreicht, kann den Router steuern.",
    changeIt: "Ändern",
    realRouter: "Einen echten Router steuern",
  },

  phases: {
    running: "Läuft",
    starting: "Startet",
    stopping: "Fährt herunter",
    stopped: "Gestoppt",
    crashed: "Abgestürzt",
    unreachable: "Antwortet nicht",
    draining: {
      restart: "Startet neu, sobald die Tunnel beendet sind",
      stop: "Stoppt, sobald die Tunnel beendet sind",
    },
  },
  phaseAdvice: {
    starting: "Es dauert einige Minuten, bis Peers und Tunnel da sind.",
    stopping: "Der Router beendet seine Verbindungen.",
    stopped: "Der Router läuft nicht.",
    crashed:
      "Der Router ist abgestürzt und wird neu gestartet. Wiederholt sich das, hilft ein Blick in sein Log.",
    unreachable:
      "Neuer Versuch alle paar Sekunden. Hält das an, prüfen Sie, ob der Prozess des Routers noch läuft.",
    draining: "Neue Tunnel werden nicht angenommen. Sie können weiterhin sofort neu starten oder stoppen.",
  },

  net: {
    0: { says: "Alles in Ordnung", advice: "Der Router ist von außen erreichbar. Es ist nichts zu tun." },
    1: {
      says: "Erreichbarkeit wird geprüft",
      advice: "Warten Sie einige Minuten: Die Prüfung läuft nach jedem Start automatisch.",
    },
    2: {
      says: "Hinter einer Firewall",
      advice: "Der Router arbeitet, aber andere können keine Verbindung zu ihm aufbauen.",
    },
    3: {
      says: "Versteckt",
      advice:
        "Der Router veröffentlicht seine Adresse nicht und trägt keine Tunnel für andere. Wenn das gewollt ist, ist nichts zu tun.",
    },
    4: {
      says: "Schnell, aber hinter einer Firewall",
      advice: "Sie teilen viel Bandbreite, die andere nicht erreichen können.",
    },
    5: {
      says: "Floodfill hinter einer Firewall",
      advice:
        "Floodfill-Router müssen erreichbar sein. Leiten Sie den Port weiter oder schalten Sie Floodfill ab.",
    },
    6: {
      says: "Hinter einer Firewall, eingehendes TCP aktiv",
      advice: "TCP wird angeboten, aber UDP kommt nicht durch. Leiten Sie auch den UDP-Port weiter.",
    },
    7: {
      says: "Hinter einer Firewall, UDP deaktiviert",
      advice: "Aktivieren Sie UDP oder sorgen Sie dafür, dass TCP-Port und -Hostname stimmen.",
    },
    8: {
      says: "Die Client-Schnittstelle (I2CP) funktioniert nicht",
      advice:
        "Anwendungen können den Router nicht nutzen. Sein Log zeigt, warum sich der I2CP-Port nicht öffnen ließ; oft ist er belegt.",
    },
    9: {
      says: "Die Uhr geht falsch",
      advice:
        "Stellen Sie die Uhr des Rechners, auf dem der Router läuft, am besten mit einem Zeitdienst (NTP).",
    },
    10: {
      says: "Die TCP-Adresse ist privat",
      advice:
        "Eine private Adresse ist von außen nicht erreichbar. Tragen Sie als TCP-Hostnamen Ihre öffentliche Adresse ein oder lassen Sie ihn leer.",
    },
    11: {
      says: "Hinter einem symmetrischen NAT",
      advice:
        "Ihr Netz ändert den UDP-Port bei jeder Verbindung. Leiten Sie einen festen Port weiter oder machen Sie TCP erreichbar.",
    },
    12: {
      says: "Der UDP-Port ist belegt",
      advice:
        "Ein anderes Programm benutzt ihn. Wählen Sie auf der Seite „Netzwerk“ einen anderen und starten Sie den Router neu.",
    },
    13: {
      says: "Keine aktiven Peers",
      advice:
        "Prüfen Sie Internetverbindung und Firewall dieses Rechners. Stimmt beides, starten Sie auf der Seite „Steuerung“ einen Reseed.",
    },
    14: {
      says: "UDP ist deaktiviert und TCP nicht eingerichtet",
      advice:
        "Der Router kann mit niemandem sprechen. Aktivieren Sie UDP oder setzen Sie auf der Seite „Netzwerk“ TCP-Hostnamen und -Port.",
    },
  },

  overview: {
    uptime: "Laufzeit",
    version: "Version",
    inbound: "Eingehend",
    outbound: "Ausgehend",
    average: (rate) => `${rate} über 15 s`,
    total: (amount) => `${amount} insgesamt`,
    tunnels: "Teilnehmende Tunnel",
    success: (share) => `Tunnelaufbau: ${share} erfolgreich`,
    active: "Aktive Peers",
    known: "Bekannte Peers",
    fast: "Schnell",
    highCapacity: "Hohe Kapazität",
    reseeding: "Reseed läuft …",
    detail: "Tunnel und Peers im Einzelnen",
    figures: {
      "net.tunnels.inbound": "Eigene eingehende Tunnel",
      "net.tunnels.outbound": "Eigene ausgehende Tunnel",
      "net.tunnels.totalsuccessrate": "Tunnelaufbau seit dem Start erfolgreich",
      "net.tunnels.queue": "Wartende Tunnelanfragen",
      "net.tunnels.tbmqueue": "Wartende Nachrichten zum Tunnelaufbau",
      "net.transit.sent.bytes": "Seit dem Start für andere gesendet",
      "netdb.floodfills": "Bekannte Floodfill-Router",
      "netdb.leasesets": "Bekannte Lease-Sets",
    },
    numbers: "Der Router jetzt",
  },

  graphs: {
    title: "Verlauf",
    range: "Zeitraum",
    bandwidth: "Bandbreite",
    peers: "Peers",
    active: "Aktiv",
    hint: "Ziehen Sie über ein Diagramm, um hineinzuzoomen; ein Doppelklick zeigt wieder alles.",
    zoomIn: "Vergrößern",
    zoomOut: "Verkleinern",
    earlier: "Früher",
    later: "Später",
    empty: "In dieser Zeit wurde nichts aufgezeichnet.",
    numbers: "Tabelle",
    series: "Messgröße",
    lowest: "Kleinster",
    mean: "Mittel",
    highest: "Größter",
    last: "Letzter",
    from: (from, to) => `${from} bis ${to}`,
    limit: "Limit",
    csv: "Als CSV speichern",
    png: "Als PNG speichern",
    happened: "Was geschah",
  },

  stats: {
    "bw.sendRate": "Bandbreite ausgehend",
    "bw.recvRate": "Bandbreite eingehend",
    "bw.combined": "Bandbreite beider Richtungen",
    "tunnel.participatingTunnels": "Teilnehmende Tunnel",
    "router.activePeers": "Aktive Peers",
    "router.fastPeers": "Schnelle Peers",
    "router.highCapacityPeers": "Peers mit hoher Kapazität",
    "netDb.knownPeers": "Bekannte Peers",
  },

  control: {
    life: "Starten und stoppen",
    start: "Starten",
    timeLeft: "Verbleibende Zeit, höchstens",
    overtake: "Sie können auch sofort neu starten oder stoppen.",
    cancelWait: { restart: "Neustart abbrechen", stop: "Herunterfahren abbrechen" },
    cannotCancel: {
      i2pd: "i2pd kann dieses Warten nur abbrechen, wenn seine Webkonsole beim Start eingeschaltet war (http.enabled auf der Seite „Erweitert“).",
      other: "Dieser Router kann das Warten von hier aus nicht abbrechen.",
    },
    cancelled: "Abgebrochen. Der Router läuft weiter.",
    reseed: "Reseed",
    reseedMore: "Lädt eine neue Liste von Peers. Nur nötig, wenn der Router zu wenige kennt.",
    reseedRuns: (known) => `Reseed läuft … bisher ${known} Peers bekannt`,
    reseedDone: (known) => `Der Reseed ist fertig: ${known} Peers bekannt.`,
    updates: "Updates",
    updatesMore: (version) => `Auf dem Router läuft Version ${version}.`,
    runs: (time) => `Läuft seit ${time} …`,
    found: "Ein Update ist verfügbar.",
    notFound: "Der Router ist aktuell.",
    noFeed: "Updates sind nicht eingerichtet.",
    sent: "Befehl gesendet.",
    noFeedHow: "So richten Sie sie ein",
    noFeedMore:
      "Tragen Sie die Adresse eines signierten Update-Feeds und dessen öffentlichen Schlüssel in die Einstellungen des Dienstes ein (update.feed und update.public_key) und starten Sie den Dienst neu. Unter Debian kommen Updates von i2pd mit denen des Systems.",
    now: "Ohne zu warten …",
    cuts: "Trennt alle Verbindungen",
  },

  actions: {
    FindUpdates: "Nach Updates suchen",
    Update: "Update installieren …",
    Reseed: "Reseed starten",
    Restart: "Sofort neu starten …",
    RestartGraceful: "Sanft neu starten …",
    Shutdown: "Sofort herunterfahren …",
    ShutdownGraceful: "Sanft herunterfahren …",
  },
  asks: {
    Update: {
      title: "Update installieren?",
      more: "Es wird geladen, seine Signatur geprüft und installiert. Die neue Version läuft ab dem nächsten Neustart.",
    },
    Restart: { title: "Router sofort neu starten?", more: "Alle Verbindungen enden sofort." },
    RestartGraceful: {
      title: "Neu starten, sobald die Tunnel beendet sind?",
      more: "Ab jetzt werden keine neuen Tunnel angenommen. Der Neustart folgt, wenn der letzte beendet ist, nach höchstens etwa zehn Minuten.",
    },
    Shutdown: {
      title: "Router sofort herunterfahren?",
      more: "Alle Verbindungen enden sofort. Der Router bleibt aus, bis Sie ihn wieder starten; dieser Dienst läuft weiter.",
    },
    ShutdownGraceful: {
      title: "Herunterfahren, sobald die Tunnel beendet sind?",
      more: "Ab jetzt werden keine neuen Tunnel angenommen. Der Router stoppt, wenn der letzte beendet ist, nach höchstens etwa zehn Minuten.",
    },
  },
  lifeHelp: {
    Restart: "Beendet alle Verbindungen und startet sofort neu.",
    RestartGraceful: "Lässt erst die Tunnel anderer enden, höchstens zehn Minuten.",
    Shutdown: "Beendet alle Verbindungen und stoppt sofort.",
    ShutdownGraceful: "Lässt erst die Tunnel anderer enden und stoppt dann.",
  },
  cutTunnels: (count, shown) =>
    many(count, {
      one: `${shown} Transit-Tunnel wird getrennt.`,
      other: `${shown} Transit-Tunnel werden getrennt.`,
    }),
  waitTunnels: (count, shown) =>
    many(count, {
      one: `${shown} Transit-Tunnel läuft durch diesen Router.`,
      other: `${shown} Transit-Tunnel laufen durch diesen Router.`,
    }),

  network: {
    groups: { ntcp: "TCP (NTCP)", ssu: "UDP (SSU)", bw: "Bandbreite", other: "Weiteres" },
    fields: {
      "router.net.ntcp.port": { label: "TCP-Port", help: "" },
      "router.net.ntcp.hostname": {
        label: "TCP-Hostname",
        help: "Name oder Adresse, unter der andere diesen Router erreichen.",
      },
      "router.net.ntcp.autoip": { label: "TCP-Adresse selbst ermitteln", help: "" },
      "router.net.ssu.port": { label: "UDP-Port", help: "" },
      "router.net.ssu.hostname": {
        label: "UDP-Hostname",
        help: "Name oder Adresse, unter der andere diesen Router erreichen.",
      },
      "router.net.ssu.autoip": { label: "Woher die UDP-Adresse bekannt ist", help: "" },
      "router.net.ssu.detectedip": {
        label: "Erkannte UDP-Adresse",
        help: "Vom Router gemeldet; sie lässt sich nicht setzen.",
      },
      "router.net.upnp": { label: "UPnP", help: "Öffnet die Ports in einem Heimrouter automatisch." },
      "router.net.bw.share": {
        label: "Anteil für andere, Prozent",
        help: "So viel der Bandbreite dürfen Tunnel anderer nutzen.",
      },
      "router.net.bw.in": { label: "Grenze eingehend, KiB/s", help: "0 lässt nichts durch." },
      "router.net.bw.out": { label: "Grenze ausgehend, KiB/s", help: "0 lässt nichts durch." },
      "router.net.laptopmode": {
        label: "Laptop-Modus",
        help: "Wechselt Identität und Port des Routers, wenn sich seine Adresse ändert.",
      },
    },
    autoip: {
      always: "immer, auch hinter einer Firewall",
      true: "wenn er erreichbar ist",
      false: "nie",
    },
    sources: {
      ssu: "andere Router",
      "local,ssu": "dieser Rechner, andere Router",
      "upnp,ssu": "UPnP, andere Router",
      "local,upnp,ssu": "dieser Rechner, UPnP, andere Router",
    },
    range: (least, most) => `${least} bis ${most}.`,
    host: "Hostname oder IP-Adresse; leer für keine.",
    needsRestart: "braucht Neustart",
    unset: "nicht gesetzt",
    save: (count) => many(count, { one: "Änderung speichern", other: `${count} Änderungen speichern` }),
    nothing: "Keine Änderungen",
    discard: "Verwerfen",
    saved: "Gespeichert.",
    notSaved: "Nichts wurde gespeichert.",
    correct: "Korrigieren Sie zuerst die markierten Felder.",
    wantsRange: (least, most) => `Geben Sie eine ganze Zahl von ${least} bis ${most} ein.`,
    wantsAtLeast: (least) => `Geben Sie eine ganze Zahl ein, mindestens ${least}.`,
  },

  explorer: {
    about: "Die Schnittstelle, wie sie sich selbst beschreibt. Anfragen laufen über Ihre eigene Sitzung.",
    method: "Methode",
    extension: "Erweiterung",
    parameters: "Parameter",
    noParameters: "Keine außer dem Token, das ergänzt wird.",
    include: (name) => `${name} senden`,
    required: "erforderlich",
    badJson: "Das ist kein JSON.",
    send: "Senden",
    request: "Anfrage",
    reply: "Antwort",
    took: (time) => `Beantwortet nach ${time}`,
    hidden: "Token und Passwörter werden nicht angezeigt.",
  },

  groups: {
    fleet: "Flotte",
    router: "Router",
    access: "Zugang",
    insight: "Einblick",
    developer: "Entwicklung",
  },

  confirms: {
    Update: "Update installieren",
    Restart: "Sofort neu starten",
    RestartGraceful: "Sanft neu starten",
    Shutdown: "Sofort herunterfahren",
    ShutdownGraceful: "Sanft herunterfahren",
  },

  findings: {
    "sample.none": {
      says: "Noch keine Antwort",
      more: "Der Router hat noch nicht geantwortet. Warten Sie einen Moment.",
    },
    "sample.old": {
      says: "Langsame Antworten",
      more: "Die Werte sind {age} Sekunden alt. Prüfen Sie die Auslastung des Rechners, auf dem der Router läuft.",
    },
    "router.unreachable": {
      says: "Der Router antwortet nicht",
      more: "Neuer Versuch alle paar Sekunden ({reason}). Prüfen Sie, ob der Router läuft und erreichbar ist.",
    },
    "router.stopped": { says: "Der Router ist gestoppt", more: "Er bleibt aus, bis Sie ihn starten." },
    "router.crashed": {
      says: "Der Router ist abgestürzt",
      more: "Ursache: {cause}. Er wird automatisch neu gestartet; sein Log sagt mehr.",
    },
    "router.crashloop": {
      says: "Der Router stürzt immer wieder ab",
      more: "{count} Abstürze in {minutes} Minuten. Sehen Sie in sein Log und nehmen Sie die letzte Änderung der Einstellungen zurück.",
    },
    "router.starting": { says: "Startet", more: "Es dauert einige Minuten, bis Peers und Tunnel da sind." },
    "router.stopping": { says: "Fährt herunter", more: "Der Router beendet seine Verbindungen." },
    "router.draining": {
      says: "Wartet auf das Ende der Tunnel",
      more: "Neue Tunnel werden nicht angenommen. Sie können weiterhin sofort neu starten oder stoppen.",
    },
    "peers.none": {
      says: "Keine aktiven Peers",
      more: "Prüfen Sie Internetverbindung und Firewall. Sind beide in Ordnung, laden Sie eine neue Liste von Peers.",
    },
    "peers.few": {
      says: "Wenige bekannte Peers",
      more: "Der Router kennt nur {known} andere Router. Laden Sie eine neue Liste von Peers.",
    },
    "tunnels.failing": {
      says: "Tunnelaufbau scheitert",
      more: "Nur {percent} % der Tunnel gelingen. Prüfen Sie Erreichbarkeit und Uhr; nach einem Neustart bessert sich das ohne Ihr Zutun.",
    },
    "traffic.none": {
      says: "Kein Verkehr",
      more: "Seit {minutes} Minuten wurde nichts gesendet oder empfangen. Prüfen Sie Internetverbindung und Bandbreitenlimits.",
    },
    "traffic.full": {
      says: "Am Bandbreitenlimit",
      more: "Der Verkehr ist am Limit von {limit} KiB/s. Erhöhen Sie es, wenn Ihre Leitung mehr hergibt.",
    },
    "limit.in_zero": {
      says: "Nichts kann hereinkommen",
      more: "Das Limit für eingehende Bandbreite ist 0. Das heißt: gar nichts, nicht unbegrenzt.",
    },
    "limit.out_zero": {
      says: "Nichts kann hinausgehen",
      more: "Das Limit für ausgehende Bandbreite ist 0. Das heißt: gar nichts, nicht unbegrenzt.",
    },
    "limit.share_zero": {
      says: "Es wird nichts geteilt",
      more: "Der Router teilt keine Bandbreite. Teilen hilft dem Netz und verbirgt Ihren eigenen Verkehr.",
    },
    "settings.restart": {
      says: "Neu starten, um Einstellungen anzuwenden",
      more: "Gespeicherte Einstellungen gelten nach einem Neustart.",
    },
    "update.restart": {
      says: "Das Update ist installiert",
      more: "Neu starten, damit die neue Version[ ({version})] läuft.",
    },
    "update.available": {
      says: "Ein Update ist verfügbar[: Version {version}]",
      more: "Die neue Version läuft nach dem nächsten Neustart.",
    },
    "password.factory": {
      says: "Das Werkspasswort gilt noch",
      more: "Wer diesen Dienst erreicht, kann den Router steuern. Wählen Sie ein eigenes Passwort.",
    },
    "disk.low": {
      says: "Die Platte ist fast voll",
      more: "{freeMiB} MiB frei ({percent} %), wo der Dienst seine Daten hat. Schaffen Sie Platz.",
    },
    "certificate.expires": {
      says: "Das Zertifikat läuft bald ab",
      more: "Es gilt noch {days} Tage. Ersetzen Sie es und laden Sie den Dienst neu.",
    },
    "budget.near": {
      says: "Das Datenvolumen ist fast verbraucht",
      more: "{percent} % sind verbraucht; der Zeitraum endet am {ends}. Die Bandbreite wird schrittweise gesenkt.",
    },
    "budget.used": {
      says: "Das Datenvolumen ist verbraucht",
      more: "{percent} % sind verbraucht; der Zeitraum endet am {ends}.",
    },
    "budget.unable": {
      says: "Das Datenvolumen wird nur gezählt",
      more: "Die Limits lassen sich hier nicht senken: {why}",
    },
    "logins.failed": {
      says: "Viele Fehlanmeldungen",
      more: "{count} in {minutes} Minuten. Waren Sie das nicht, sehen Sie nach, woher sie kamen.",
    },
  },

  health: {
    forward: (ports) =>
      `Leiten Sie ${ports} in Heimrouter und Firewall an diesen Rechner weiter oder schalten Sie UPnP ein.`,
    stale: (age) => `Werte sind ${age} alt`,
    staleMore: "Es kommen keine neuen Werte. Verbindung wird automatisch wiederhergestellt …",
    state: "Zustand",
    reach: "Erreichbarkeit",
    reachable: "Von außen erreichbar",
    reachableMore: "Andere Router können sich mit Ihrem verbinden.",
    reachUnknown: "Nicht bekannt",
    sharing: "Teilen",
    sharingOf: (rate, limit) => `${rate} von ${limit}`,
    sharePercent: (share) => `${share} davon für andere`,
    today: "Heute",
    month: "Dieser Monat",
    allTime: "Insgesamt",
    allTraffic: "Gesamter Verkehr, eigener und der von anderen:",
    inOut: (received, sent) => `${received} ein, ${sent} aus`,
    estimated: "Aus der Bandbreite geschätzt.",
    budget: (used, limit, ends) => `Datenvolumen: ${used} von ${limit}, bis ${ends}`,
    lowered: "Die Bandbreite ist gesenkt, um das Datenvolumen einzuhalten.",
    todo: "Zu tun",
    open: (page) => `Öffnen: ${page}`,
    and: "und",
    byDay: "Verkehr nach Tag und Monat",
    period: "Zeitraum",
    resolved: (says) => `Behoben: ${says}`,
  },

  eventTexts: {
    "service.started": "Dienst gestartet, Version {version}",
    "service.stopped": "Dienst beendet",
    "service.interrupted": "Der Dienst war unerwartet zu Ende: Absturz, Abbruch oder Stromausfall",
    "router.started": "Router gestartet",
    "router.stopped": "Router gestoppt",
    "router.restarted": "Router neu gestartet",
    "router.crashed": "Router abgestürzt: {cause}",
    "router.unreachable": "Router antwortet nicht: {reason}",
    "router.answers": "Router antwortet wieder",
    "reachability.good": "Von außen erreichbar: {now} (vorher: {was})",
    "reachability.bad": "Von außen schlecht erreichbar: {now} (vorher: {was})",
    "address.changed": "Adresse geändert von {was} zu {now}",
    "settings.saved": "Einstellungen geändert von {by}: {names}",
    "settings.reverted":
      "Der Router startete mit seinen Einstellungen nicht; die letzten funktionierenden gelten wieder[, ohne {lost}]. Die anderen stehen in {file}",
    "update.found": "Update verfügbar",
    "update.ready": "Update[ auf {version}] installiert; es läuft nach dem nächsten Neustart",
    "update.installed": "Router aktualisiert von {was} auf {now}",
    "update.failed": "Update fehlgeschlagen: {status}",
    "logins.failed": "{count} Fehlanmeldungen in {minutes} Minuten, zuletzt von {address}",
    "disk.low": "Platte fast voll: {freeMiB} MiB frei ({percent} %)",
    "disk.enough": "Wieder Platz auf der Platte: {freeMiB} MiB frei ({percent} %)",
    "certificate.expiring": "Zertifikat läuft am {expires} ab",
    "certificate.renewed": "Zertifikat gültig bis {expires}",
    "budget.lowered": "Limits gesenkt auf {limits}: {why}",
    "budget.restored": "Ihre eigenen Limits gelten wieder: {limits}",
    "budget.left":
      "{names} wurde geändert, während das Datenvolumen gesenkt hatte; bleibt so bis zum nächsten Schritt",
    "budget.unable": "Das Datenvolumen lässt sich nicht einhalten: {why}",
    "backup.made": "Sicherung angelegt: {file}",
    "backup.failed": "Es konnte keine Sicherung angelegt werden: {reason}",
    "notify.failed": "Benachrichtigungen über {channel} schlagen fehl: {why}",
    "notify.works": "Benachrichtigungen über {channel} funktionieren wieder",
  },

  reasons,

  errors: {
    unreachable: "Der Router ist nicht erreichbar.",
    timeout: "Der Router hat nicht rechtzeitig geantwortet.",
    login: "Der Router lehnt das Passwort des Dienstes ab.",
    certificate: "Dem Zertifikat des Routers wird nicht vertraut.",
    failed: "Der Router konnte das nicht ausführen.",
    notPossible: "Dieser Router kann das nicht.",
    diskFull: "Die Platte ist voll.",
    invalidParams: "Ein Wert wurde nicht angenommen.",
    outOfScope: "Dazu fehlt Ihnen die Berechtigung.",
    refused: "Zu viele Anfragen. Versuchen Sie es gleich noch einmal.",
    internal: "Im Dienst ist ein Fehler aufgetreten.",
  },

  logs: {
    source: "Log",
    router: "Router",
    service: "Dienst",
    level: "Ab Stufe",
    text: "Enthält",
    follow: "Mitlaufen",
    empty: "Keine Zeile passt.",
    none: "Dieses Log ist nicht erreichbar.",
    missed: "Hier fehlen Zeilen.",
    about: "Geheimnisse, Adressen und Benutzernamen sind entfernt.",
    kept: "Die letzten 2.000 Zeilen seit dem Start des Dienstes. Ältere stehen im Protokoll des Systems: journalctl -u pilothouse.",
    save: "Diese Zeilen speichern",
  },

  palette: {
    open: "Suchen",
    title: "Seite öffnen oder etwas tun",
    placeholder: "Seite oder Aktion eingeben …",
    none: "Nichts passt.",
    shortcuts: "Tastenkürzel",
    showShortcuts: "Diese Kürzel anzeigen",
    followedBy: "dann",
    oldNames: "Webanwendungen, Web applications, jsonrpc, I2PControl, Tokens",
  },
};
