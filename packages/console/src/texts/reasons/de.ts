import type { ReasonTexts } from "./reason-texts.js";

export const reasons: ReasonTexts = {
  "away.none": "keine Antwort",
  "away.unreachable": "nicht erreichbar",
  "away.timeout": "Zeitüberschreitung",
  "away.login": "Anmeldung abgelehnt",
  "away.certificate": "Zertifikat nicht vertrauenswürdig",
  "away.failed": "Fehler des Routers",
  "router.gone": "Der Router ist nicht erreichbar: „{text}“",
  "router.broke": "Die Verbindung zum Router ist abgebrochen: „{text}“",
  "router.silent": "Der Router antwortet nicht: „{text}“",
  "router.login": "Der Router lehnt die Anmeldung dieses Dienstes ab: „{text}“",
  "router.untrusted": "Der Server des Routers weist sich nicht aus: „{text}“",
  "router.error": "Der Router meldet einen Fehler: „{text}“",
  "router.says": "Der Router sagt: „{text}“",
  "router.busy": "Der Router war über {ms} ms mit Früherem beschäftigt; nichts wurde geändert",
  "router.slow": "Der Router hat nicht innerhalb von {ms} ms geantwortet",
  "router.notSaved": "Der Router hat die Einstellungen nicht gespeichert",
  "router.notTaken": "Der Router hat {names} nicht übernommen",
  "router.disk":
    "Der Router konnte seine Konfiguration nicht speichern („{text}“), und nichts wurde geändert: Sehen Sie nach der Platte seines Rechners",
  "router.notUndone": "Ein Schreiben ist fehlgeschlagen und ließ sich nicht rückgängig machen: {names}",
  "router.keepOne": "Dieser Router braucht mindestens eine Einstellung: Behalten Sie eine",
  "router.noUnset": "{key} hatte keinen Wert, und der Steuerdienst dieses Routers kann ihn nicht entfernen",
  "router.noAction": "Der eigene Server des Routers kann {action} nicht",
  "router.noCancel": "Dieser Router kann sanftes Warten nicht abbrechen",
  "router.noStart":
    "Der Router wurde heruntergefahren und lässt sich von hier nicht starten: Starten Sie ihn auf seinem Rechner",
  "router.noCommands": "Es sind keine Befehle eingestellt, die diesen Router starten und anhalten",
  "reseed.down": "Der Router läuft nicht und kann deshalb keinen Reseed machen",
  "reseed.silent":
    "Der Router antwortet nicht und kann deshalb keinen Reseed machen ({why}); starten Sie ihn neu, wenn er hängt",
  "java.noCancel":
    "Der eigene Server des Routers kann sanftes Warten nicht abbrechen. Java I2P kann es in seiner eigenen Konsole (Configure, Service). Sie können ihn weiterhin sofort neu starten oder anhalten",
  "i2pd.silent": "i2pd antwortet nicht: „{text}“",
  "i2pd.password":
    "i2pd lehnt das Passwort aus seiner eigenen i2pd.conf ab: Es wurde seit dem Start geändert; starten Sie i2pd neu",
  "i2pd.noCertificate": "i2pd hat noch kein Zertifikat",
  "i2pd.notJson": "i2pd hat etwas geantwortet, das kein JSON ist",
  "i2pd.strange": "i2pd hat etwas anderes geantwortet, als gefragt war",
  "i2pd.error": "i2pd meldet einen Fehler: „{text}“",
  "i2pd.refuses": "i2pd lehnt das ab: „{text}“",
  "i2pd.consoleSilent": "Die Web-Konsole von i2pd unter {url} antwortet nicht: „{text}“",
  "i2pd.consoleLogin":
    "Die Web-Konsole von i2pd unter {url} nimmt http.user und http.pass aus i2pd.conf nicht an",
  "i2pd.consoleStatus": "Die Web-Konsole von i2pd unter {url} antwortet mit HTTP {status}",
  "i2pd.consoleOff":
    "i2pd kann sanftes Warten nur in seiner eigenen Web-Konsole abbrechen, und die ist aus. Ab dem nächsten Neustart haben Sie sie mit: pilothouse advanced set http.enabled=true http.auth=true http.user=NAME http.pass=PASSWORD. Sie können weiterhin sofort neu starten oder anhalten",
  "i2pd.notOffered":
    "i2pd bietet nicht an, dieses Warten abzubrechen: Es wurde über seinen Steuerdienst begonnen, oder seine Web-Konsole wurde seit dem Start geändert. Sie können weiterhin sofort neu starten oder anhalten",
  "i2pd.host":
    "i2pd braucht als Host eine IP-Adresse, oder nichts, um sie selbst zu finden; angegeben war „{value}“",
  "i2pd.noZero": "i2pd kennt kein Bandbreitenlimit 0; das kleinste ist 1",
  "i2pd.noAlways":
    "i2pd findet seine Adresse („true“) oder nimmt die eingestellte („false“); „always“ kennt es nicht",
  "i2pd.noSetting": "{key} ist keine Einstellung von i2pd",
  "i2pd.agree": "{other} und {key} teilen sich „{name}“ von i2pd und müssen übereinstimmen",
  "i2pd.bandwidth":
    "bandwidth braucht KiB/s ab 1 oder eine Klasse (K, L, M, N, O, P, X); angegeben war „{value}“",
  "i2pd.noName": "i2pd hat keine Einstellung namens {name}",
  "i2pd.hash": "{name} darf kein „#“ enthalten: Damit beginnt in i2pd.conf ein Kommentar",
  "i2pd.space": "{name} darf nicht mit einem Leerzeichen beginnen oder enden",
  "i2pd.oneLimit": "{keys} sind hier ein einziges Limit: Geben Sie beiden denselben Wert",
  "i2pd.notThrough": "{key} lässt sich über den Steuerdienst von i2pd nicht setzen",
  "i2pd.noAdvanced":
    "Der Steuerdienst von i2pd hat keine erweiterten Einstellungen; lassen Sie diesen Dienst den Router selbst betreiben, um sie zu haben",
  "i2pd.missing":
    "{program} ist nicht zu finden oder darf nicht ausgeführt werden: Installieren Sie i2pd, oder geben Sie in i2pd.binary an, wo es liegt",
  "i2pd.another":
    "Ein anderes i2pd (Prozess {pid}) arbeitet auf {dir}: Halten Sie es an, oder nutzen Sie den Modus „attach“",
  "exit.code": "Exit-Code {status}[: „{text}“]",
  "exit.signal": "beendet durch {signal}[: „{text}“]",
  "exit.earlier":
    "von einem früheren Lauf des Dienstes gestartet, der Exit-Code ist daher nicht bekannt[: „{text}“]",
  "exit.gone": "er antwortet nicht mehr, und wie er geendet hat, ist nicht bekannt",
  "exit.unit": "systemd: {result}, Exit-Code {status}",
  "exit.unitSignal": "systemd: {result}, beendet durch Signal {status}",
  "exit.unitSilent": "systemd: aktiv, aber er antwortet nicht",
  "exit.unknown": "die Ursache ist nicht bekannt",
  "update.ready": "Version {version} ist installiert und läuft nach dem nächsten Neustart",
  "update.readyKept":
    "i2pd {version} ist installiert und läuft nach dem nächsten Neustart; die vorige Version bleibt als {file} erhalten",
  "update.readyPackage":
    "{package} {version} ist installiert und läuft nach dem nächsten Neustart des Routers",
  "update.newest": "Kein Update: Der Router läuft mit {current}, die Quelle bietet {version}",
  "update.newestPackage": "Kein Update: {package} {version} ist das Neueste im Archiv",
  "update.mayNot":
    "{package} {version} ist da, aber der Dienst darf keine Pakete installieren: Führen Sie „apt-get install --only-upgrade {package}“ aus",
  "update.noPackage": "In den Paketlisten steht nichts über {package}",
  "update.apt": "apt-get {what} ist fehlgeschlagen: „{text}“",
  "update.notInstalled": "Version {version} wurde nicht installiert: „{text}“",
  "update.notStored": "Das Update kann nicht gespeichert werden: „{text}“",
  "update.ownOnly": "Der Router hinter einem anderen Server nimmt nur Updates, die er selbst findet",
  "update.notByServer": "Der eigene Server des Routers aktualisiert ihn nicht",
  "feed.unset": "Es gibt keine brauchbare Update-Quelle: {why}",
  "feed.unreadable": "Die Update-Quelle ist nicht lesbar: {why}",
  "feed.untrusted": "Der Update-Quelle kann nicht vertraut werden: {why}",
  "feed.other": "Die Update-Quelle ist für etwas anderes: {why}",
  "feed.expired": "Die Update-Quelle ist abgelaufen: {why}",
  "feed.incomparable": "Es ist nicht bekannt, ob das Update neuer ist: {why}",
  "feed.noSetting": "{name} ist nicht gesetzt",
  "feed.badKey": "update.public_key braucht einen Ed25519-Schlüssel, 32 Bytes in Base64",
  "feed.badAddress":
    "update.feed braucht ein Verzeichnis oder eine https:-Adresse; http: und andere werden abgelehnt",
  "feed.noVersion": "der Router nennt seine Version nicht",
  "feed.notVersion": "{version} ist keine Version",
  "feed.forOther": "sie ist für {theirs}, dieser Router ist {ours}",
  "feed.forOtherMachine": "sie ist für {theirs}, dieser Rechner ist {ours}",
  "feed.until": "ihr Manifest galt bis {expires}; ihr Besitzer muss es neu unterschreiben",
  "feed.slow": "es hat länger als {seconds} s gedauert",
  "feed.file": "{file}: „{text}“",
  "feed.fileMissing": "{file} ist nicht da",
  "feed.fileCut": "{file}: Die Verbindung wurde getrennt",
  "feed.tooLarge": "{file} ist größer als {bytes} Bytes",
  "feed.malformed": "das Manifest ist fehlerhaft („{text}“)",
  "feed.notSignature": "{file} enthält keine Ed25519-Signatur in Base64",
  "feed.signature": "die Signatur des Manifests stammt nicht vom Besitzer von update.public_key",
  "feed.longer": "{file} ist größer als die {size} Bytes des Manifests",
  "feed.shorter": "{file} hat {length} Bytes statt der {size} des Manifests",
  "feed.hash": "{file} ist nicht die Datei des Manifests: Die SHA-256-Summe ist eine andere",
  "log.unknown": "Der Dienst weiß nicht, wohin der Router protokolliert.",
  "log.simulated":
    "Der simulierte Router hat kein eigenes Log: Was mit ihm geschieht, steht im Log des Dienstes.",
  "log.none": "Der Router hat noch kein Log geschrieben.",
  "log.unreadable": "Das Log des Routers lässt sich nicht lesen: „{text}“",
  "log.elsewhere":
    "Der Router ist hinter einem anderen Server, der sein Log nicht anbietet: Sehen Sie in der Konsole des Routers nach (Java I2P: http://127.0.0.1:7657/logs). Läuft er auf diesem Rechner, setzen Sie upstream.log_file auf sein Log oder auf das Log-Verzeichnis von Java I2P.",
  "log.notJava": "In {place} (upstream.log_file) gibt es kein log-router-0.txt.",
  "log.i2pd":
    "{file} nennt keine Log-Datei; wohin i2pd protokolliert, bestimmt deshalb, was es startet. Debians Dienst: /var/log/i2pd/i2pd.log, für den Benutzer von i2pd und root. Sonst: das Log des Systems, journalctl -u i2pd.",
  "budget.noInstant": "dieser Router kann seine Bandbreite nicht ohne Neustart ändern",
  "budget.noLimit":
    "der Router hat kein Bandbreitenlimit ({names}), das gesenkt werden könnte; setzen Sie eines",
  "budget.step": "{percent} % des Budgets sind verbraucht",
  "budget.schedule": "Zeitplan {lines}",
  "budget.both": "{percent} % des Budgets sind verbraucht; Zeitplan {lines}",
  "notify.status": "der Empfänger antwortete mit {status}[: „{text}“]",
  "notify.redirect": "der Empfänger antwortete mit {status} (Umleitungen wird nicht gefolgt)[: „{text}“]",
  "notify.late": "keine Antwort innerhalb der Frist",
  "login.many": "Zu viele fehlgeschlagene Anmeldungen; versuchen Sie es in {seconds} s noch einmal",
  "login.manyHere":
    "Zu viele fehlgeschlagene Anmeldungen von diesem Rechner; versuchen Sie es in {seconds} s noch einmal, oder nutzen Sie pilothouse --local",
  "login.waiting": "Zu viele Anmeldungen warten; versuchen Sie es gleich noch einmal",
  "password.short": "Das Passwort braucht mindestens {least} Zeichen",
  "password.long": "Das Passwort darf höchstens {most} Zeichen haben",
  "password.common": "Dieses Passwort wird mit als erstes ausprobiert: Wählen Sie ein anderes",
  "password.factory": "Das Werkspasswort kann nicht wieder gesetzt werden: Wählen Sie ein anderes",
  "scope.needed": "{what} braucht die Berechtigung „{scope}“",
  "token.nameTaken":
    "Der Name ist vergeben; widerrufen Sie erst das Token dieses Namens, oder wählen Sie einen anderen",
  "token.gone": "Dieses Token gibt es nicht mehr",
  "session.gone": "Diese Sitzung gibt es nicht mehr",
  "service.incident": "Vorfall {number}; das Log des Dienstes nennt die Ursache",
  "service.diskFull":
    "Die Platte des Dienstes ist voll, deshalb wurde nichts gespeichert: Schaffen Sie Platz und versuchen Sie es noch einmal",
  "stat.unknown": "Diese Statistik ist unbekannt; es gibt {names}",
  "change.gone": "Die Änderung {id} ist nicht mehr aufbewahrt",
  "setting.elsewhere":
    "Die Einstellung ist durch {where} gesetzt, und das gilt: Ändern oder entfernen Sie sie zuerst dort",
  "apply.busy":
    "Gerade werden andere Einstellungen angewendet: Warten Sie, bis es dem Router wieder gut geht",
  "hub.otherFleet": "er ist für eine andere Flotte",
  "hub.otherNode": "er ist für einen anderen Knoten",
  "hub.noTime": "er hat keine Zeitangabe",
  "hub.future":
    "nach der Uhr dieses Knotens wurde er {span} in der Zukunft erteilt: Die Uhr des Knotens oder des Hubs geht falsch",
  "hub.expired":
    "nach der Uhr dieses Knotens ist er seit {span} abgelaufen: Er ist alt, oder die Uhr des Knotens oder des Hubs geht falsch",
  "hub.repeated": "er wurde schon ausgeführt",
  "hub.takenOver": "ein anderer Hub hat übernommen, wozu er gehört",
  "hub.unsigned": "die Flotte hat ihn nicht unterschrieben",
  "node.waiting": "{name} wartet darauf, aufgenommen zu werden",
  "node.unadopted":
    "{name} hat einen Schlüssel der Flotte, aber dieser Hub kennt den Knoten nicht. Übernehmen oder entfernen Sie ihn",
  "node.refused": "{name} hat den Aufruf abgelehnt: „{text}“",
  "node.offline": "{name} ist offline; letzte Meldung: {at}",
  "node.offlineNew": "{name} ist offline und hat sich noch nie gemeldet",
  "node.silent":
    "{name} hat nicht rechtzeitig geantwortet und den Aufruf vielleicht ausgeführt; letzte Meldung: {at}",
  "node.silentNew":
    "{name} hat nicht rechtzeitig geantwortet und den Aufruf vielleicht ausgeführt; er hat sich noch nie gemeldet",
  "node.unknown": "In der Flotte gibt es keinen Knoten {name}",
  "node.changed": "{name} wurde inzwischen von jemand anderem geändert; versuchen Sie es noch einmal",
  "account.limited": "Das betrifft die ganze Flotte, und dieses Konto ist auf Knoten mit {labels} beschränkt",
  "node.none": "Kein Knoten passt: Es ist nichts zu tun",
  "bus.away": "Der Hub hat keine Verbindung zu seinem Bus; er verbindet sich selbst wieder",
};
