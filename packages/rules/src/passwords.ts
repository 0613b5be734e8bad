import { type CharacterClass, type ClassRestrictions, characterClasses } from './restrictions.ts'
import { characterCount, isLengthAtLeast } from './text.ts'

/** Longer input is refused unread, whatever the policy says. */
export const passwordLengthLimit = 1024

export interface PasswordPolicy {
  readonly minimumLength: number
  readonly maximumLength: number
  readonly classes: ClassRestrictions
  /** The tenant's own words, which no password may contain. */
  readonly forbiddenWords: readonly string[]
}

export type PasswordFault =
  | 'too_short'
  | 'too_long'
  | `${CharacterClass}_required`
  | `${CharacterClass}_not_allowed`
  | 'contains_user_name'
  | 'contains_forbidden_word'

/** Letters without case (most scripts have no other) are in no class; marks and the rest are special. */
const classPatterns: Readonly<Record<CharacterClass, RegExp>> = {
  digit: /\p{Nd}/u,
  lowercase: /\p{Ll}/u,
  uppercase: /\p{Lu}/u,
  special: /[^\p{L}\p{M}\p{N}]/u,
}

/** Common stand-ins, each with its letter; those of `i` stand for `l`, too. */
const standIns: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '0': 'o',
    '1': 'i',
    '!': 'i',
    '|': 'i',
    '2': 'z',
    '3': 'e',
    '€': 'e',
    '4': 'a',
    '@': 'a',
    '5': 's',
    $: 's',
    '6': 'g',
    '9': 'g',
    '7': 't',
    '+': 't',
    '8': 'b',
  }),
)

/** Letters that a stand-in may be meant for; none for what is no stand-in. */
const meantBy = (character: string): string => {
  const letter = standIns.get(character)
  return letter === 'i' ? 'il' : (letter ?? '')
}

/** Lower case and without accents, a character each. */
const bareCharacters = (text: string): readonly string[] =>
  Array.from(
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/\p{Mn}/gu, ''),
  )

/** Shorter ones occur in any good password. */
const shortestName = 4
const shortestWord = 4

/**
 * Whether a name or word begins there, as it is written or with stand-ins for its letters. What it
 * has of digits itself means nothing else: U11 is not in "quilt".
 */
const isAt = (typed: readonly string[], word: readonly string[], start: number): boolean =>
  word.every((character, at) => {
    const other = typed[start + at] ?? ''
    return other === character || meantBy(other).includes(character)
  })

const isWithin = (typed: readonly string[], word: readonly string[]): boolean =>
  typed.some((_other, start) => isAt(typed, word, start))

const bareWords = (texts: readonly string[]): readonly (readonly string[])[] =>
  texts.map((text) => bareCharacters(text.trim()))

const containsName = (password: string, names: readonly string[]): boolean => {
  const typed = bareCharacters(password)
  return bareWords(names).some((name) => name.length >= shortestName && isWithin(typed, name))
}

/** Short words count only as the whole password. */
const containsWord = (password: string, words: readonly string[]): boolean => {
  const typed = bareCharacters(password)
  return bareWords(words).some((word) =>
    word.length >= shortestWord
      ? isWithin(typed, word)
      : word.length === typed.length && isAt(typed, word, 0),
  )
}

const classFaults = (password: string, classes: ClassRestrictions): readonly PasswordFault[] =>
  characterClasses.flatMap((one): readonly PasswordFault[] => {
    const occurs = classPatterns[one].test(password)
    if (classes[one] === 'REQUIRED' && !occurs) return [`${one}_required`]
    return classes[one] === 'NOT_ALLOWED' && occurs ? [`${one}_not_allowed`] : []
  })

/**
 * Everything in the policy that a password fails, empty when it is good. `names` are the user's own:
 * user id, aliases, first and last name, local part of the mail address; under four characters a
 * name is not looked for. History and known breaches are judged elsewhere.
 * Source: NIST SP 800-63B-4, section 3.1.1.2, for words and names; the classes are the tenant's.
 */
export const passwordFaults = (
  password: string,
  policy: PasswordPolicy,
  names: readonly string[],
): readonly PasswordFault[] => {
  if (password.length > passwordLengthLimit) return ['too_long']
  const faults: PasswordFault[] = []
  if (!isLengthAtLeast(password, policy.minimumLength)) faults.push('too_short')
  if (characterCount(password) > policy.maximumLength) faults.push('too_long')
  faults.push(...classFaults(password, policy.classes))
  if (containsName(password, names)) faults.push('contains_user_name')
  if (containsWord(password, policy.forbiddenWords)) faults.push('contains_forbidden_word')
  return faults
}
