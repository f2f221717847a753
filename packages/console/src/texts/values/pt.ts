import type { ValueReasonTexts } from "../reasons/reason-texts.js";

export const reasons: ValueReasonTexts = {
  "value.wants": "[{key}: ]é preciso {wants}[; foi indicado {got}]",
  "wants.whole": "um número inteiro de {least} a {most}",
  "wants.digits": "um número inteiro de {least} a {most}",
  "wants.choice": "um de {options}",
  "wants.period": "um número inteiro de milissegundos de {least} a {most} (31 dias)",
  "wants.host": "um nome de host ou um endereço IP, ou nada",
  "wants.settingName": "um nome de 1 a {most} caracteres sem caracteres de controle, “=”, “#” ou “;”",
  "wants.settingValue": "um texto de até 64 KiB sem caracteres de controle",
  "wants.sessionName": "um nome de 1 a 64 caracteres visíveis",
  "wants.tokenName":
    "um nome de 1 a 64 letras sem acento, algarismos, pontos, hifens e sublinhados que comece com uma letra ou um algarismo",
  "wants.nodeName":
    "um nome de 1 a 63 letras minúsculas sem acento, algarismos, pontos e hifens que comece e termine com uma letra ou um algarismo",
  "wants.operatorName":
    "um nome de 1 a 32 letras minúsculas sem acento, algarismos, pontos, hifens e sublinhados que comece com uma letra",
  "wants.labels":
    "no máximo {most} etiquetas: chaves de 1 a 63 letras minúsculas, algarismos, pontos, hifens e sublinhados, e valores iguais, também com maiúsculas",
  "value.inSetting": "{name}: {why}",
  "value.noSetting": "É preciso pelo menos uma configuração",
  "labels.many": "No máximo {most} etiquetas são possíveis; havia {count}",
  "labels.key": "A chave {name} não é possível; é preciso: {wants}",
  "labels.value": "{got} não é possível como valor de {name}; é preciso: {wants}",
  "value.long": "[{key}: ]no máximo {most} caracteres são possíveis",
  "wants.text": "um texto",
  "wants.visible": "um texto de caracteres ASCII visíveis",
  "wants.webAddress": "um endereço como “https://example.org/path”, sem usuário e senha",
  "wants.mailServer":
    "um servidor de e-mail como “smtps://mail.example.org” ou “smtp://mail.example.org:587”, sem usuário e senha",
  "wants.mailAddress": "um endereço de e-mail como “me@example.org”",
  "wants.mailAddresses": "uma lista de endereços de e-mail como “me@example.org”",
  "wants.duration": "uma duração como “90s”, “30m”, “24h” ou “7d”, no máximo “400d”",
  "wants.bytes": "uma quantidade de dados como “500GB”, “1.5TB” ou “200GiB”",
  "wants.schedule":
    "uma lista de linhas como “mon-fri 08:00-18:00 out=50 share=10” ou “daily 22-6 in=100” (dias, horas, share em %, in e out em KiB/s)",
  "wants.rules": "uma lista de {names}",
  "value.fixed": "{name} não é uma configuração que possa ser mudada enquanto o serviço funciona",
  "secret.noAddress": "Defina também {address}: um segredo pertence a um endereço",
  "secret.configured":
    "O endereço não pode ser definido aqui enquanto {secret} estiver definido por {where}: defina ambos lá",
  "mail.noServer": "O e-mail precisa também de um servidor, por exemplo smtp://host:587 ou smtps://host:465",
  "mail.half": "O usuário e a senha do servidor de e-mail vão juntos; falta um deles",
};
