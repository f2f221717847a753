import type { ValueReasonTexts } from "../reasons/reason-texts.js";

export const reasons: ValueReasonTexts = {
  "value.wants": "[{key} : ]il faut {wants}[ ; valeur donnée : {got}]",
  "wants.whole": "un nombre entier de {least} à {most}",
  "wants.digits": "un nombre entier de {least} à {most}",
  "wants.choice": "une valeur parmi {options}",
  "wants.period": "un nombre entier de millisecondes de {least} à {most} (31 jours)",
  "wants.host": "un nom d’hôte ou une adresse IP, ou rien",
  "wants.settingName": "un nom de 1 à {most} caractères sans caractère de contrôle, « = », « # » ni « ; »",
  "wants.settingValue": "un texte de 64 Kio au plus, sans caractère de contrôle",
  "wants.sessionName": "un nom de 1 à 64 caractères visibles",
  "wants.tokenName":
    "un nom de 1 à 64 lettres sans accent, chiffres, points, tirets et tirets bas, qui commence par une lettre ou un chiffre",
  "wants.nodeName":
    "un nom de 1 à 63 lettres minuscules sans accent, chiffres, points et tirets, qui commence et finit par une lettre ou un chiffre",
  "wants.operatorName":
    "un nom de 1 à 32 lettres minuscules sans accent, chiffres, points, tirets et tirets bas, qui commence par une lettre",
  "wants.labels":
    "{most} étiquettes au plus : des clés de 1 à 63 lettres minuscules, chiffres, points, tirets et tirets bas, des valeurs semblables, majuscules permises",
  "value.inSetting": "{name} : {why}",
  "value.noSetting": "Il faut au moins un réglage",
  "labels.many": "{most} étiquettes au plus sont possibles ; il y en avait {count}",
  "labels.key": "La clé {name} n’est pas possible ; il faut : {wants}",
  "labels.value": "{got} n’est pas possible comme valeur de {name} ; il faut : {wants}",
  "value.long": "[{key} : ]{most} caractères au plus sont possibles",
  "wants.text": "un texte",
  "wants.visible": "un texte de caractères ASCII visibles",
  "wants.webAddress": "une adresse comme « https://example.org/path », sans utilisateur ni mot de passe",
  "wants.mailServer":
    "un serveur de messagerie comme « smtps://mail.example.org » ou « smtp://mail.example.org:587 », sans utilisateur ni mot de passe",
  "wants.mailAddress": "une adresse e-mail comme « me@example.org »",
  "wants.mailAddresses": "une liste d’adresses e-mail comme « me@example.org »",
  "wants.duration": "une durée comme « 90s », « 30m », « 24h » ou « 7d », « 400d » au plus",
  "wants.bytes": "une quantité de données comme « 500GB », « 1.5TB » ou « 200GiB »",
  "wants.schedule":
    "une liste de lignes comme « mon-fri 08:00-18:00 out=50 share=10 » ou « daily 22-6 in=100 » (jours, heures, share en %, in et out en Kio/s)",
  "wants.rules": "une liste parmi {names}",
  "value.fixed": "{name} n’est pas un réglage que l’on peut changer pendant que le service fonctionne",
  "secret.noAddress": "Définissez aussi {address} : un secret appartient à une adresse",
  "secret.configured":
    "L’adresse ne peut pas être définie ici tant que {secret} est défini par {where} : définissez les deux là-bas",
  "mail.noServer":
    "L’e-mail demande aussi un serveur de messagerie, par exemple smtp://host:587 ou smtps://host:465",
  "mail.half":
    "L’utilisateur et le mot de passe du serveur de messagerie vont ensemble ; l’un des deux manque",
};
