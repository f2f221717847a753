import { SETTING_REASONS, VALUE_REASONS } from "@pilothouse/protocol";
import type { ValueReasonTexts } from "../reasons/reason-texts.js";

/** As the service says them, except where its text follows the name of a parameter. */
export const reasons: ValueReasonTexts = {
  ...VALUE_REASONS,
  ...SETTING_REASONS,
  "value.wants": "[{key}: ]{wants} is needed[; {got} was given]",
  "value.long": "[{key}: ]at most {most} characters are possible",
  "wants.digits": "a whole number from {least} to {most}",
  "wants.host": "a host name or an IP address, or nothing,",
  "wants.mailAddresses": "a list of e-mail addresses such as “me@example.org”",
  "wants.schedule":
    "a list of lines such as “mon-fri 08:00-18:00 out=50 share=10” or “daily 22-6 in=100” (days, hours, share in %, in and out in KiB/s)",
  "wants.rules": "a list of {names}",
  "value.inSetting": "{name}: {why}",
  "value.noSetting": "At least one setting is needed",
  "value.fixed": "{name} is not a setting that can be changed while the service runs",
  "secret.noAddress": "Set {address} too: a secret belongs to an address",
  "secret.configured": "The address cannot be set here while {secret} is set by {where}: set both there",
  "mail.noServer": "E-mail needs a mail server too, such as smtp://host:587 or smtps://host:465",
  "mail.half": "The user and the password of the mail server go together; one of them is missing",
  "labels.many": "At most {most} labels are possible; there were {count}",
  "labels.key": "The key {name} is not possible; needed: {wants}",
  "labels.value": "{got} is not possible as the value of {name}; needed: {wants}",
};
