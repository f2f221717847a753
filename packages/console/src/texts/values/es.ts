import type { ValueReasonTexts } from "../reasons/reason-texts.js";

export const reasons: ValueReasonTexts = {
  "value.wants": "[{key}: ]se necesita {wants}[; se indicó {got}]",
  "wants.whole": "un número entero de {least} a {most}",
  "wants.digits": "un número entero de {least} a {most}",
  "wants.choice": "uno de {options}",
  "wants.period": "un número entero de milisegundos de {least} a {most} (31 días)",
  "wants.host": "un nombre de equipo o una dirección IP, o nada",
  "wants.settingName": "un nombre de 1 a {most} caracteres sin caracteres de control, «=», «#» ni «;»",
  "wants.settingValue": "un texto de hasta 64 KiB sin caracteres de control",
  "wants.sessionName": "un nombre de 1 a 64 caracteres visibles",
  "wants.tokenName":
    "un nombre de 1 a 64 letras sin acentos, cifras, puntos, guiones y guiones bajos que empiece por una letra o una cifra",
  "wants.nodeName":
    "un nombre de 1 a 63 letras minúsculas sin acentos, cifras, puntos y guiones que empiece y termine por una letra o una cifra",
  "wants.operatorName":
    "un nombre de 1 a 32 letras minúsculas sin acentos, cifras, puntos, guiones y guiones bajos que empiece por una letra",
  "wants.labels":
    "como máximo {most} etiquetas: claves de 1 a 63 letras minúsculas, cifras, puntos, guiones y guiones bajos, y valores iguales, también con mayúsculas",
  "value.inSetting": "{name}: {why}",
  "value.noSetting": "Se necesita al menos un ajuste",
  "labels.many": "Se admiten como máximo {most} etiquetas; había {count}",
  "labels.key": "La clave {name} no es posible; se necesita: {wants}",
  "labels.value": "{got} no es posible como valor de {name}; se necesita: {wants}",
  "value.long": "[{key}: ]se admiten como máximo {most} caracteres",
  "wants.text": "un texto",
  "wants.visible": "un texto de caracteres ASCII visibles",
  "wants.webAddress": "una dirección como «https://example.org/path», sin usuario ni contraseña",
  "wants.mailServer":
    "un servidor de correo como «smtps://mail.example.org» o «smtp://mail.example.org:587», sin usuario ni contraseña",
  "wants.mailAddress": "una dirección de correo como «me@example.org»",
  "wants.mailAddresses": "una lista de direcciones de correo como «me@example.org»",
  "wants.duration": "una duración como «90s», «30m», «24h» o «7d», como máximo «400d»",
  "wants.bytes": "una cantidad de datos como «500GB», «1.5TB» o «200GiB»",
  "wants.schedule":
    "una lista de líneas como «mon-fri 08:00-18:00 out=50 share=10» o «daily 22-6 in=100» (días, horas, share en %, in y out en KiB/s)",
  "wants.rules": "una lista de {names}",
  "value.fixed": "{name} no es un ajuste que se pueda cambiar mientras el servicio funciona",
  "secret.noAddress": "Defina también {address}: un secreto pertenece a una dirección",
  "secret.configured":
    "La dirección no se puede definir aquí mientras {secret} esté definido por {where}: defina ambos allí",
  "mail.noServer": "El correo necesita también un servidor, por ejemplo smtp://host:587 o smtps://host:465",
  "mail.half": "El usuario y la contraseña del servidor de correo van juntos; falta uno de los dos",
};
