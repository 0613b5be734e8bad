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

/** What belongs to a name of somebody trusted even as a part of a longer one: `it-support`, `the.admin`. */
const trustedWords = new Set(
  `admin administrator helpdesk hostmaster mailerdaemon moderator noreply postmaster security signet
  superadmin superadministrator superuser support sysadmin webmaster`.split(/\s+/),
)

/**
 * Letters that no everyday orthography needs and that look like those of ASCII (the confusables of
 * Unicode Technical Standard 39, lower case): phonetic forms and small capitals.
 */
const phonetic: ReadonlyMap<string, string> = new Map(
  ['aɑᴀ', 'bʙ', 'cᴄ', 'dᴅ', 'eᴇ', 'fꜰ', 'gɡɢ', 'hʜɦ', 'iɩɪ', 'jᴊ', 'kᴋ', 'lʟ', 'mᴍ', 'nɴɲ']
    .concat(['oᴏ', 'pᴘ', 'qɋ', 'rʀɼɽɾ', 'sꜱʂ', 'tᴛʈ', 'uᴜʋ', 'vᴠ', 'wᴡ', 'yʏ', 'zᴢʐ'])
    .flatMap(([ascii = '', ...like]) => like.map((letter) => [letter, ascii] as const)),
)

/** Letters of orthographies that are read as one of ASCII, and those of Cyrillic by look or by sound. */
const readAs: ReadonlyMap<string, string> = new Map([
  ...phonetic,
  ...['iıіι', 'oøоοօɵ', 'lłӏ', 'dđɗдԁ', 'hħһ', 'tŧтτ', 'bƀɓб', 'sſѕсз', 'nŋɲни', 'eǝеєэε', 'aаα']
    .concat(['mмμ', 'kкκ', 'rрρ', 'pпԛπ', 'uуυ', 'gг', 'iи', 'vв', 'fф', 'lл', 'nн', 'jјй'])
    .flatMap(([ascii = '', ...like]) => like.map((letter) => [letter, ascii] as const)),
])

/** The letters of ASCII that a reader takes the text for: without accents, each letter as it is read. */
const skeleton = (text: string): string =>
  Array.from(
    text.normalize('NFKD').replaceAll(/\p{M}/gu, ''),
    (letter) => readAs.get(letter) ?? letter,
  ).join('')

/** Digits that stand for letters, and letters that look alike, in the name of something trusted. */
const plain = (letters: string): string =>
  letters
    .replaceAll('0', 'o')
    .replaceAll('3', 'e')
    .replaceAll('5', 's')
    .replaceAll('4', 'a')
    .replaceAll(/[1i|]/g, 'l')

const reservedPlain = new Set([...reserved].map(plain))
const trustedPlain = [...trustedWords].map(plain)

const isDigit = (letter: string | undefined): boolean => letter !== undefined && /\d/.test(letter)

const withoutOuterDigits = (text: string): string => {
  const letters = [...text]
  const first = letters.findIndex((letter) => !isDigit(letter))
  return first < 0
    ? ''
    : letters.slice(first, letters.findLastIndex((letter) => !isDigit(letter)) + 1).join('')
}

/** As one word, with digits around it, in the plural. */
const forms = (word: string): readonly string[] =>
  [word, withoutOuterDigits(word)].flatMap((form) => [plain(form), plain(form).replace(/s$/, '')])

const isReserved = (normalised: string): boolean => {
  const text = skeleton(normalised)
  const joined = forms(text.replaceAll(/[._-]/g, ''))
  if (joined.some((form) => reservedPlain.has(form))) return true
  // At an end of the whole, or as a word of its own: `itsupport`, `admin-ada`.
  const words = text.split(/[._-]/).flatMap(forms)
  return trustedPlain.some(
    (trusted) =>
      words.includes(trusted) ||
      joined.some((form) => form.startsWith(trusted) || form.endsWith(trusted)),
  )
}

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
  if (isReserved(normalised)) return 'reserved'
  const isLikeAnother =
    likeLatin.test(letters) || Array.from(letters).some((one) => phonetic.has(one))
  return isLikeAnother ? 'looks_like_another' : null
}
