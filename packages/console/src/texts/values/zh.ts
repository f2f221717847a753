import type { ValueReasonTexts } from "../reasons/reason-texts.js";

export const reasons: ValueReasonTexts = {
  "value.wants": "[{key}：]需要{wants}[；给出的是 {got}]",
  "wants.whole": " {least} 到 {most} 之间的整数",
  "wants.digits": " {least} 到 {most} 之间的整数",
  "wants.choice": "以下之一：{options}",
  "wants.period": " {least} 到 {most} 毫秒之间的整数（31 天）",
  "wants.host": "主机名或 IP 地址，也可留空",
  "wants.settingName": " 1 到 {most} 个字符的名称，不含控制字符、“=”、“#”或“;”",
  "wants.settingValue": "不超过 64 KiB 且不含控制字符的文本",
  "wants.sessionName": " 1 到 64 个可见字符的名称",
  "wants.tokenName": " 1 到 64 个字母、数字、点、连字符和下划线组成的名称，以字母或数字开头",
  "wants.nodeName": " 1 到 63 个小写字母、数字、点和连字符组成的名称，首尾为字母或数字",
  "wants.operatorName": " 1 到 32 个小写字母、数字、点、连字符和下划线组成的名称，以字母开头",
  "wants.labels":
    "最多 {most} 个标签：键由 1 到 63 个小写字母、数字、点、连字符和下划线组成，值相同但可含大写字母",
  "value.inSetting": "{name}：{why}",
  "value.noSetting": "至少需要一项设置",
  "labels.many": "最多 {most} 个标签；给出了 {count} 个",
  "labels.key": "键 {name} 不可用；需要：{wants}",
  "labels.value": "{got} 不能作为 {name} 的值；需要：{wants}",
  "value.long": "[{key}：]最多 {most} 个字符",
  "wants.text": "一段文本",
  "wants.visible": "由可见 ASCII 字符组成的文本",
  "wants.webAddress": "不含用户名和密码的地址，例如“https://example.org/path”",
  "wants.mailServer":
    "不含用户名和密码的邮件服务器，例如“smtps://mail.example.org”或“smtp://mail.example.org:587”",
  "wants.mailAddress": "电子邮件地址，例如“me@example.org”",
  "wants.mailAddresses": "电子邮件地址列表，例如“me@example.org”",
  "wants.duration": "时长，例如“90s”“30m”“24h”或“7d”，最长“400d”",
  "wants.bytes": "数据量，例如“500GB”“1.5TB”或“200GiB”",
  "wants.schedule":
    "若干行，例如“mon-fri 08:00-18:00 out=50 share=10”或“daily 22-6 in=100”（星期、时间、share 为 %，in 和 out 为 KiB/s）",
  "wants.rules": "以下各项的列表：{names}",
  "value.fixed": "{name} 不是可以在服务运行时更改的设置",
  "mail.noServer": "电子邮件还需要邮件服务器，例如 smtp://host:587 或 smtps://host:465",
  "mail.half": "邮件服务器的用户名和密码必须一起提供；现在缺少其中一个",
};
