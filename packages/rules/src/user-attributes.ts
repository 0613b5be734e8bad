import { longestAttributeValue, type UserAttributeType } from './attribute-types.ts'
import { isMailAddress } from './mail.ts'
import { type Budget, compilePattern, occursIn, type Pattern } from './patterns.ts'
import { bareNumber, extensionFault, hasExtension } from './phone-form.ts'
import { foldName } from './text.ts'
import { isWebUrl } from './uris.ts'
import type { UserAttributeId } from './users.ts'

/** What an attribute demands of its values. */
export interface AttributeRule {
  readonly type: UserAttributeType
  /** A regular expression that the whole value fits; null for any. */
  readonly pattern: string | null
  /** Of type CHOICE: the values there are. */
  readonly choices: readonly string[]
}

const isCalendarDate = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

const formOf: Readonly<Record<UserAttributeType, (text: string, rule: AttributeRule) => boolean>> =
  {
    TEXT: () => true,
    NUMBER: (text) => /^-?\d{1,15}(?:\.\d{1,6})?$/.test(text),
    BOOLEAN: (text) => text === 'true' || text === 'false',
    DATE: isCalendarDate,
    EMAIL: isMailAddress,
    PHONE: (text) => /^\+\d{5,15}$/.test(text),
    URL: isWebUrl,
    CHOICE: (text, { choices }) => choices.includes(text),
  }

/** A pattern that holds for the whole value, whatever anchors it has itself. */
const wholeOf = (source: string): string => `^(?:${source})$`

/** Whether administrators may use it: a regular expression that is matched in linear time. */
export const isAttributePattern = (source: string): boolean =>
  compilePattern(wholeOf(source)) !== null

const compiled = new WeakMap<AttributeRule, Pattern | null>()

/** The compiled pattern of a rule that has one, compiled once for as long as the rule is kept. */
const patternOf = (rule: AttributeRule, source: string): Pattern | null => {
  const known = compiled.get(rule)
  if (known !== undefined) return known
  const pattern = compilePattern(wholeOf(source))
  compiled.set(rule, pattern)
  return pattern
}

const patternFault = (pattern: Pattern | null, value: string, whole: Budget): string | null => {
  const isFitting = pattern !== null && occursIn(value, pattern, whole)
  if (isFitting === null) return 'takes too long to compare with its pattern'
  return isFitting ? null : 'does not fit the pattern'
}

/**
 * Why a value does not fit, in a few words; null when it does.
 * @param whole what all values of a request, or of a batch of rows, share
 */
export const attributeFault = (
  rule: AttributeRule,
  value: string,
  whole: Budget,
): string | null => {
  if (value.trim() === '') return 'is empty'
  if (value.length > longestAttributeValue) return 'is too long'
  if (rule.type === 'PHONE' && hasExtension(bareNumber(value))) return extensionFault
  if (!formOf[rule.type](value, rule)) return `is no value of type ${rule.type}`
  if (rule.pattern === null) return null
  return patternFault(patternOf(rule, rule.pattern), value, whole)
}

/** How values are compared: case, width and outer spaces do not count. */
export const attributeKey = (value: string): string => foldName(value)

interface SystemAttribute {
  readonly group: 'SYSTEM' | 'OPTIONAL'
  /** The user's field on the wire; null for what nobody fills in. */
  readonly field: string | null
  readonly type: UserAttributeType
  /** Required of everybody, whatever a tenant chooses. */
  readonly isAlwaysRequired: boolean
}

const system = (field: string, type: UserAttributeType = 'TEXT'): SystemAttribute => ({
  group: 'SYSTEM',
  field,
  type,
  isAlwaysRequired: false,
})
const optional = (field: string, type: UserAttributeType = 'TEXT'): SystemAttribute => ({
  ...system(field, type),
  group: 'OPTIONAL',
})

/** The attributes that every user has a place for (product: self-service, section 3). */
export const systemAttributes: Readonly<Record<UserAttributeId, SystemAttribute>> = {
  uniqueUserid: { ...system('id'), field: null, isAlwaysRequired: true },
  userid: { ...system('userId'), isAlwaysRequired: true },
  locale: { ...system('locale'), isAlwaysRequired: true },
  state: { ...system('state'), isAlwaysRequired: true },
  firstname: system('firstName'),
  lastname: system('lastName'),
  email: system('email', 'EMAIL'),
  mobile: optional('mobile', 'PHONE'),
  phone: optional('phone', 'PHONE'),
  userPrincipalName: optional('userPrincipalName'),
  securityId: optional('securityId'),
}
