/** Short secrets count only where they stand alone: six digits are found in any long number. */
const shows = (text: string, secret: string): boolean =>
  secret.length > 11
    ? text.includes(secret)
    : new RegExp(`(?<![\\w-])${secret}(?![\\w-])`).test(text)

/** Which of the secrets a text shows. */
export const leaksIn = (text: string, secrets: Iterable<string>): string[] =>
  [...secrets].filter((secret) => secret !== '' && shows(text, secret))

/** Secrets in clear and as PostgreSQL writes bytes. */
export const withHex = (secrets: Iterable<string>): string[] =>
  [...secrets].flatMap((secret) => [secret, Buffer.from(secret).toString('hex')])
