import { type Reason, reason } from "../words/reason.js";
import { valueType } from "./value-types.js";

/** The password every installation begins with, known to everyone. */
export const FACTORY_PASSWORD = "itoopie";

/** What the operator types on the machine itself to choose a password, where no more is known of that machine. */
export const PASSWD_COMMAND = "pilothouse passwd --local";

export const SHORTEST_PASSWORD = 10;
const LONGEST = 1_024;

/**
 * What guessers try first, of those that are long enough. Compared without regard to case. A plain text, so that
 * bundlers leave it out where it is not used.
 */
const COMMON = `0000000000 0123456789 0987654321 1029384756 1111111111 1111122222 1122334455 1212121212 1231231234 1234512345
  123123123123 123321123321 1234554321 12345678900 12345678901 12345678910 123456789a 123456789abc 123456789q
  1234567890 1234567890- 1234567890a 1234567890q 123456abcd 123456qwerty 1234qwerasdf 1357924680 147258369a
  1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3e 1qaz2wsx3edc 1qazxsw23edc 2222222222 3333333333 4444444444 5555555555
  6666666666 7777777777 8888888888 9876543210 9999999999 a123456789 a1b2c3d4e5 aa12345678 aaaaaaaaaa abc1234567
  abc123abc123 abcd123456 abcd1234abcd abcde12345 abcdef1234 abcdef123456 abcdefg123 abcdefghij abcdefghijk
  admin12345 admin123456 admin@1234 adminadmin adminpassword administrator asdfasdfasdf asdfghjkl1 asdfghjkl123
  asdfghjklm azertyuiop azerty12345 baseball123 blink182blink182 changeit123 changeme12 changeme123 changemenow
  charlie123 chocolate1 computer123 correcthorse default123 defaultpassword dragon1234 easypassword football12
  football123 forgotpassword fuckyou123 geheim1234 hello12345 hello123456 helloworld helloworld1 hunter2hunter2
  i2pcontrol i2pcontrol1 i2pcontrol123 i2ppassword i2prouter1 i2prouter123 iloveyou12 iloveyou123 iloveyou1234
  invisible1 itoopie123 itoopieitoopie jordan2323 letmein123 letmein1234 letmeinnow liverpool1 liverpool123
  lovelovelove manchester manchester1 mastermaster michael123 michelle123 monkey1234 motdepasse motdepasse1
  mypassword mypassword1 mypassword123 newpassword newpassword1 nopassword nothing123 p@ssw0rd12 p@ssw0rd123
  p@ssword123 pa55word123 parola1234 passpasspass passw0rd12 passw0rd123 password00 password01 password10
  password11 password12 password123 password123! password1234 password12345 password123456 password2020
  password2021 password2022 password2023 password2024 password2025 password2026 password99 password!1
  passwordpassword passwort12 passwort123 passwort1234 pilothouse pilothouse1 pilothouse12 pilothouse123
  pokemon123 princess12 princess123 q1w2e3r4t5 q1w2e3r4t5y6 qazwsxedc1 qazwsxedcrfv qwer123456 qwerasdfzxcv
  qwert12345 qwerty1234 qwerty12345 qwerty123456 qwertyuiop qwertyuiop1 qwertyuiop123 qwertz12345 qwertzuiop
  raspberry1 raspberrypi root123456 rootpassword rootroot12 router1234 router12345 routerrouter samsung123
  sayangsayang secret1234 secretpassword senha12345 senha123456 starwars12 starwars123 summer2023 summer2024
  summer2025 summer2026 sunshine12 sunshine123 superman12 superman123 temp123456 test123456 test1234567 testing123
  testpassword testtest12 testtest123 thisispassword trustno1trustno1 user123456 useruser12 verysecret vinnythepooh
  welcome123 welcome1234 welcome2024 welcome2025 whatever12 whatever123 winter2024 winter2025 winter2026
  yourpassword zaq12wsxcde zaq1zaq1zaq1 zxcvbnm123 zxcvbnm1234 zxcvbnm12345`;

/** Why a password must not be chosen. */
export type PasswordFault = "short" | "long" | "common" | "factory";

/** The same words everywhere: what the service answers, and what the command line says. */
export const PASSWORD_FAULTS: { readonly [F in PasswordFault]: string } = {
  short: `wants at least ${SHORTEST_PASSWORD} characters`,
  long: `wants at most ${LONGEST} characters`,
  common: "wants another one: this is among the first that are tried",
  factory: "wants another one: the factory password cannot be set again",
};

export const passwordReason = (fault: PasswordFault): Reason =>
  reason(`password.${fault}`, { least: SHORTEST_PASSWORD, most: LONGEST });

/** What can be said without the list of common ones, which is too long for a page. */
export function plainPasswordFault(password: string): Exclude<PasswordFault, "common"> | undefined {
  if (password === FACTORY_PASSWORD) return "factory";
  const length = [...password].length;
  if (length < SHORTEST_PASSWORD) return "short";
  return length > LONGEST ? "long" : undefined;
}

export const passwordFault = (password: string): PasswordFault | undefined =>
  plainPasswordFault(password) ??
  (COMMON.split(/\s+/).includes(password.toLowerCase()) ? "common" : undefined);

/**
 * What the interface takes as a new password. Which one is good is for each server to say, so the list of common
 * ones is in no client's bundle.
 */
export const somePassword = valueType({
  type: "string",
  wants: `a string of 1 to ${LONGEST} characters`,
  schema: { type: "string", format: "password", minLength: 1, maxLength: LONGEST },
  secret: true,
  fits: (value): value is string => typeof value === "string" && value !== "" && [...value].length <= LONGEST,
});
