/**
 * User ids that people choose for themselves: one may not look like somebody else's, nor like a name
 * that is trusted. An `@` belongs to addresses, which are proven.
 */

/** Letters, digits and single separators between them; shorter ones are nobody's name. */
const shape = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|[._-](?=[\p{L}\p{N}]))*$/u

/** Scripts that identifiers are written in (Unicode Standard Annex 31, table 5), and their usual mixtures. */
const scripts: readonly RegExp[] = [
  /^\p{scx=Arabic}*$/u,
  /^\p{scx=Armenian}*$/u,
  /^\p{scx=Bengali}*$/u,
  /^\p{scx=Cyrillic}*$/u,
  /^\p{scx=Devanagari}*$/u,
  /^\p{scx=Ethiopic}*$/u,
  /^\p{scx=Georgian}*$/u,
  /^\p{scx=Greek}*$/u,
  /^\p{scx=Gujarati}*$/u,
  /^\p{scx=Gurmukhi}*$/u,
  /^\p{scx=Hebrew}*$/u,
  /^\p{scx=Kannada}*$/u,
  /^\p{scx=Khmer}*$/u,
  /^\p{scx=Lao}*$/u,
  /^\p{scx=Latin}*$/u,
  /^\p{scx=Malayalam}*$/u,
  /^\p{scx=Myanmar}*$/u,
  /^\p{scx=Oriya}*$/u,
  /^\p{scx=Sinhala}*$/u,
  /^\p{scx=Tamil}*$/u,
  /^\p{scx=Telugu}*$/u,
  /^\p{scx=Thaana}*$/u,
  /^\p{scx=Thai}*$/u,
  /^\p{scx=Tibetan}*$/u,
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]*$/u,
  /^[\p{scx=Han}\p{scx=Bopomofo}]*$/u,
  /^[\p{scx=Han}\p{scx=Hangul}]*$/u,
]

/** Letters of other scripts that look like Latin ones (Unicode Technical Standard 39, lower case). */
const likeLatin = /^[асеорхуіјѕԁһӏԛԝѵɡοναρικυγσօոսհզցյ]*$/u

/** Names of roles and mailboxes (RFC 2142) that people take for the service itself. */
const reserved = new Set(
  `abuse account accounts admin administrator administrators anonymous api billing everyone guest
  help helpdesk hostmaster info login mail mailerdaemon master me moderator nobody noreply null
  operator owner password postmaster provider root security self service signet signin signup staff
  superadmin superadministrator superuser support sysadmin system team undefined user webmaster
  www`.split(/\s+/),
)

/** Digits that stand for letters, and letters that look alike, in the name of something trusted. */
const plain = (letters: string): string =>
  letters
    .replaceAll('0', 'o')
    .replaceAll('3', 'e')
    .replaceAll('5', 's')
    .replaceAll('4', 'a')
    .replaceAll(/[1i|]/g, 'l')

const reservedPlain = new Set([...reserved].map(plain))

export type ChosenFault = 'bad_characters' | 'mixed_scripts' | 'looks_like_another' | 'reserved'

/**
 * What is wrong with an identifier that somebody chooses; null for a good one.
 * @param normalised by PRECIS, so in lower case and NFC
 */
export const chosenIdentifierFault = (normalised: string): ChosenFault | null => {
  if (!shape.test(normalised)) return 'bad_characters'
  const letters = normalised.replaceAll(/[\p{N}\p{M}._-]/gu, '')
  if (letters === '') return 'bad_characters'
  if (!scripts.some((script) => script.test(letters))) return 'mixed_scripts'
  if (likeLatin.test(letters)) return 'looks_like_another'
  const joined = plain(normalised.replaceAll(/[._-]/g, ''))
  return reservedPlain.has(joined) ? 'reserved' : null
}
