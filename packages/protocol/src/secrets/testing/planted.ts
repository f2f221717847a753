/** Secrets that nobody has, one for each form. */
export const SECRET_VALUES = {
  "a login in an address": "http://canary:canaryword@proxy.example:8080",
  "a login without a scheme": "canary:canaryword@proxy.example:8080",
  "a login with odd characters": "socks://canary:can/ary@w@proxy.example",
  "a token in an address": "https://canarytoken@example.org/feed",
  "a login with a comma": "http://canary:can,ary@proxy.example:8080",
  "a login with a comma, without a scheme": "canary:can,ary@proxy.example:8080",
  "a login with an apostrophe": "http://canary:can'ary@proxy.example:8080",
  "a private key": "-----BEGIN PRIVATE KEY----- MIGHAgEACANARY -----END PRIVATE KEY-----",
  "a key in I2P's base64": "CanaryYKE2~Vd0sRpQm7wXtB4nLzH9uJgFcA1oTrS6k=",
  "a key in base64": "CanaryYKE2/Vd0sRpQm7wXtB4nLzH9uJ+gFcA1oTrS6k",
  "a short key in base64": "CanaryYKE2Vd0sRpQm7wXg==",
  "a key in base32": "canarydd2ohxeqqd5nqzwq4hp3rl7xvb2c6t3m2kz5w7y4g6h2q",
  "a key in hexadecimal": "ca0a4100112233445566778899aabbccddeeff0123456789",
  "an MD5 hash": "ca0a4122b5e0e2a0c4f3f5a1d9c8b7e6",
  "a private destination": `Canary${"YKE2~Vd0sRpQm7wXtB4nLzH9uJ-gFcA1".repeat(20)}AAA=`,
  "a signed token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.c2lnbmVkQ2FuYXJ5",
  "a hash of argon2": "$argon2id$v=19$m=65536,t=3,p=4$Y2FuYXJ5$Y2FuYXJ5aGFzaA",
  "a hash of bcrypt": "$2b$10$canaryN9qo8uLOickgx2ZMRZo.",
  "a hash of crypt": "$1$canary$8w1zXq2b3",
  "an authorization": "Authorization: Digest canary, response=ca0a41",
  "a bearer token": "Bearer canary.t0ken",
  "a password among arguments": "-Dx.password=canaryword",
} as const;

/** A name for a pattern of names. */
export const someName = (pattern: string): string => pattern.replaceAll("*", "some");
