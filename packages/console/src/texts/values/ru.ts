import type { ValueReasonTexts } from "../reasons/reason-texts.js";

export const reasons: ValueReasonTexts = {
  "value.wants": "[{key}: ]нужно {wants}[; указано {got}]",
  "wants.whole": "целое число от {least} до {most}",
  "wants.digits": "целое число от {least} до {most}",
  "wants.choice": "одно из {options}",
  "wants.period": "целое число миллисекунд от {least} до {most} (31 день)",
  "wants.host": "имя узла или IP-адрес, или ничего",
  "wants.settingName": "имя из 1–{most} знаков без управляющих символов, «=», «#» и «;»",
  "wants.settingValue": "строка не длиннее 64 КиБ без управляющих символов",
  "wants.sessionName": "имя из 1–64 видимых знаков",
  "wants.tokenName":
    "имя из 1–64 латинских букв, цифр, точек, дефисов и подчёркиваний, которое начинается с буквы или цифры",
  "wants.nodeName":
    "имя из 1–63 строчных латинских букв, цифр, точек и дефисов, которое начинается и заканчивается буквой или цифрой",
  "wants.operatorName":
    "имя из 1–32 строчных латинских букв, цифр, точек, дефисов и подчёркиваний, которое начинается с буквы",
  "wants.labels":
    "не более {most} меток: ключи из 1–63 строчных латинских букв, цифр, точек, дефисов и подчёркиваний, значения такие же, но можно и прописные",
  "value.inSetting": "{name}: {why}",
  "value.noSetting": "Нужна хотя бы одна настройка",
  "labels.many": "Возможно не более {most} меток; указано {count}",
  "labels.key": "Ключ {name} невозможен; нужно: {wants}",
  "labels.value": "{got} не может быть значением {name}; нужно: {wants}",
  "value.long": "[{key}: ]возможно не более {most} знаков",
  "wants.text": "непустой текст",
  "wants.visible": "текст из видимых знаков ASCII",
  "wants.webAddress": "адрес вида «https://example.org/path» без имени пользователя и пароля",
  "wants.mailServer":
    "указать почтовый сервер вида «smtps://mail.example.org» или «smtp://mail.example.org:587» без имени пользователя и пароля",
  "wants.mailAddress": "указать адрес электронной почты вида «me@example.org»",
  "wants.mailAddresses": "указать адреса электронной почты вида «me@example.org»",
  "wants.duration": "время вида «90s», «30m», «24h» или «7d», не более «400d»",
  "wants.bytes": "количество данных вида «500GB», «1.5TB» или «200GiB»",
  "wants.schedule":
    "указать строки вида «mon-fri 08:00-18:00 out=50 share=10» или «daily 22-6 in=100» (дни, часы, share в %, in и out в КиБ/с)",
  "wants.rules": "выбрать из {names}",
  "value.fixed": "{name} нельзя изменить, пока служба работает",
  "secret.noAddress": "Задайте и {address}: секрет относится к адресу",
  "secret.configured": "Адрес нельзя задать здесь, пока {secret} задан в {where}: задайте там и то и другое",
  "mail.noServer": "Для почты нужен и почтовый сервер, например smtp://host:587 или smtps://host:465",
  "mail.half": "Имя пользователя и пароль почтового сервера нужны вместе; одного из них нет",
};
