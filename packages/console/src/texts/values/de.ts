import type { ValueReasonTexts } from "../reasons/reason-texts.js";

export const reasons: ValueReasonTexts = {
  "value.wants": "[{key}: ]nötig ist {wants}[; angegeben war {got}]",
  "wants.whole": "eine ganze Zahl von {least} bis {most}",
  "wants.digits": "eine ganze Zahl von {least} bis {most}",
  "wants.choice": "eines von {options}",
  "wants.period": "eine ganze Zahl von Millisekunden von {least} bis {most} (31 Tage)",
  "wants.host": "ein Rechnername oder eine IP-Adresse, oder nichts",
  "wants.settingName": "ein Name aus 1 bis {most} Zeichen ohne Steuerzeichen, „=“, „#“ oder „;“",
  "wants.settingValue": "ein Text von höchstens 64 KiB ohne Steuerzeichen",
  "wants.sessionName": "ein Name aus 1 bis 64 sichtbaren Zeichen",
  "wants.tokenName":
    "ein Name aus 1 bis 64 Buchstaben ohne Umlaute, Ziffern, Punkten, Binde- und Unterstrichen, der mit einem Buchstaben oder einer Ziffer beginnt",
  "wants.nodeName":
    "ein Name aus 1 bis 63 Kleinbuchstaben ohne Umlaute, Ziffern, Punkten und Bindestrichen, mit einem Buchstaben oder einer Ziffer am Anfang und am Ende",
  "wants.operatorName":
    "ein Name aus 1 bis 32 Kleinbuchstaben ohne Umlaute, Ziffern, Punkten, Binde- und Unterstrichen, der mit einem Buchstaben beginnt",
  "wants.labels":
    "höchstens {most} Etiketten: Schlüssel aus 1 bis 63 Kleinbuchstaben, Ziffern, Punkten, Binde- und Unterstrichen, Werte ebenso, auch mit Großbuchstaben",
  "value.inSetting": "{name}: {why}",
  "value.noSetting": "Mindestens eine Einstellung ist nötig",
  "labels.many": "Höchstens {most} Etiketten sind möglich; es waren {count}",
  "labels.key": "Der Schlüssel {name} ist nicht möglich; nötig: {wants}",
  "labels.value": "{got} ist als Wert von {name} nicht möglich; nötig: {wants}",
  "value.long": "[{key}: ]höchstens {most} Zeichen sind möglich",
  "wants.text": "ein Text",
  "wants.visible": "ein Text aus sichtbaren ASCII-Zeichen",
  "wants.webAddress": "eine Adresse wie „https://example.org/path“, ohne Benutzer und Passwort",
  "wants.mailServer":
    "ein Mailserver wie „smtps://mail.example.org“ oder „smtp://mail.example.org:587“, ohne Benutzer und Passwort",
  "wants.mailAddress": "eine E-Mail-Adresse wie „me@example.org“",
  "wants.mailAddresses": "eine Liste von E-Mail-Adressen wie „me@example.org“",
  "wants.duration": "eine Dauer wie „90s“, „30m“, „24h“ oder „7d“, höchstens „400d“",
  "wants.bytes": "eine Datenmenge wie „500GB“, „1.5TB“ oder „200GiB“",
  "wants.schedule":
    "eine Liste von Zeilen wie „mon-fri 08:00-18:00 out=50 share=10“ oder „daily 22-6 in=100“ (Tage, Stunden, share in %, in und out in KiB/s)",
  "wants.rules": "eine Liste aus {names}",
  "value.fixed": "{name} ist keine Einstellung, die sich ändern lässt, während der Dienst läuft",
  "secret.noAddress": "Setzen Sie auch {address}: ein Geheimnis gehört zu einer Adresse",
  "secret.configured":
    "Die Adresse lässt sich hier nicht setzen, solange {secret} durch {where} gesetzt ist: setzen Sie dort beides",
  "mail.noServer": "Für E-Mail braucht es auch einen Mailserver, etwa smtp://host:587 oder smtps://host:465",
  "mail.half": "Benutzer und Passwort des Mailservers gehören zusammen; eines davon fehlt",
};
