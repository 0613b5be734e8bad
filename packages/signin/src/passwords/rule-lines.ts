import { type PasswordFault, passwordFaults, passwordLengthLimit } from '@signet/rules/passwords'
import { type CharacterClass, characterClasses, type Restriction } from '@signet/rules/restrictions'
import type { Key } from '../texts/language.tsx'

/** `open`: only the server can tell, and it has not been asked about this password. */
type Standing = 'met' | 'unmet' | 'open'

export interface RuleLine {
  readonly key: Key
  readonly standing: Standing
}

/** What the server said of a password. */
export interface Judged {
  readonly password: string
  readonly faults: readonly string[]
}

const keys: ReadonlyMap<string, Key> = new Map<string, Key>([
  ['too_short', 'passwords.rules.tooShort'],
  ['too_long', 'passwords.rules.tooLong'],
  ['digit_required', 'passwords.rules.digit'],
  ['lowercase_required', 'passwords.rules.lowercase'],
  ['uppercase_required', 'passwords.rules.uppercase'],
  ['special_required', 'passwords.rules.special'],
  ['digit_not_allowed', 'passwords.rules.noDigit'],
  ['lowercase_not_allowed', 'passwords.rules.noLowercase'],
  ['uppercase_not_allowed', 'passwords.rules.noUppercase'],
  ['special_not_allowed', 'passwords.rules.noSpecial'],
  ['not_allowed_characters', 'passwords.rules.characters'],
  ['contains_user_name', 'passwords.rules.ownName'],
  ['contains_forbidden_word', 'passwords.rules.forbiddenWord'],
  ['compromised', 'passwords.rules.compromised'],
  ['history', 'passwords.rules.history'],
])

export interface RuleFacts {
  readonly password: string
  readonly judged: Judged | null
  /** Every fault that the server has named so far: the tenant's rules, as far as they are known. */
  readonly known: ReadonlySet<string>
}

const restrictionOf = (one: CharacterClass, known: ReadonlySet<string>): Restriction => {
  if (known.has(`${one}_required`)) return 'REQUIRED'
  return known.has(`${one}_not_allowed`) ? 'NOT_ALLOWED' : 'ALLOWED'
}

/** Rules that this page can apply itself, as the server does: those about kinds of characters. */
const isClassFault = (fault: string): boolean =>
  characterClasses.some((one) => fault.startsWith(`${one}_`))

const classFaults = ({ password, known }: RuleFacts): ReadonlySet<PasswordFault> => {
  const [digit, lowercase, uppercase, special] = [
    restrictionOf('digit', known),
    restrictionOf('lowercase', known),
    restrictionOf('uppercase', known),
    restrictionOf('special', known),
  ]
  const policy = {
    minimumLength: 0,
    maximumLength: passwordLengthLimit,
    classes: { digit, lowercase, uppercase, special },
    forbiddenWords: [],
  }
  return new Set(passwordFaults(password, policy, []))
}

/** A rule that everybody meets without knowing it: shown to whoever does not. */
const meantByNobody = 'not_allowed_characters'

/** The rules of a new password with how it stands to each, as far as is known now. */
export const ruleLines = (facts: RuleFacts): readonly RuleLine[] => {
  const { password, judged, known } = facts
  const own = new Set<string>(classFaults(facts))
  const isJudged = judged?.password === password
  const standingOf = (fault: string): Standing => {
    if (password === '') return 'open'
    if (isClassFault(fault)) return own.has(fault) ? 'unmet' : 'met'
    if (!isJudged) return 'open'
    return judged.faults.includes(fault) ? 'unmet' : 'met'
  }
  return [...keys]
    .filter(([fault]) => known.has(fault))
    .map(([fault, key]) => ({ fault, key, standing: standingOf(fault) }))
    .filter(({ fault, standing }) => fault !== meantByNobody || standing === 'unmet')
    .map(({ key, standing }) => ({ key, standing }))
}
