import { keyedWords, valueFaultWords, wordsByText } from './fault-words.ts'

/** The texts of faults, in the groups of the interface. */
export type FaultText =
  | keyof typeof wordsByText
  | `settings:faults.${(typeof keyedWords)[number]}`
  | `issuancePortal:enrollments.faults.${(typeof valueFaultWords)[number]}`
  | (typeof forms)[number]['text']

/** What a field is at fault in: a text, and the values that it names. */
export interface Fault {
  readonly text: FaultText
  readonly values: Readonly<Record<string, string | number>>
}

/** Words that name a value; of the first that fits. */
const forms = [
  { form: /^too_long:(\d+)$/, text: 'common:validation.tooLong', names: ['maximum'] },
  { form: /^too_big:(-?[\d.e+]+)$/, text: 'common:validation.tooBig', names: ['maximum'] },
  { form: /^too_short:(\d+)$/, text: 'common:validation.tooShort', names: ['minimum'] },
  { form: /^too_small:(-?[\d.e+]+)$/, text: 'common:validation.tooSmall', names: ['minimum'] },
  { form: /^format:email$/, text: 'common:validation.email', names: [] },
  { form: /^format:url$/, text: 'common:validation.url', names: [] },
  { form: /^format:/, text: 'common:validation.format', names: [] },
  // What zod itself says where the schema has no words of its own.
  {
    form: /^Too big: expected string to have <=?(\d+) /,
    text: 'common:validation.tooLong',
    names: ['maximum'],
  },
  {
    form: /^Too big: expected \w+ to (?:be|have) <=?(\d+)/,
    text: 'common:validation.tooBig',
    names: ['maximum'],
  },
  {
    form: /^Too small: expected string to have >=?(\d+) /,
    text: 'common:validation.tooShort',
    names: ['minimum'],
  },
  {
    form: /^Too small: expected \w+ to (?:be|have) >=?(\d+)/,
    text: 'common:validation.tooSmall',
    names: ['minimum'],
  },
  { form: /^Invalid email address$/, text: 'common:validation.email', names: [] },
  { form: /^Invalid URL$/, text: 'common:validation.url', names: [] },
  { form: /^Invalid string: /, text: 'common:validation.format', names: [] },
  // Of the library that checks clients.
  { form: /^\w+ is mandatory property$/, text: 'common:errors.isRequired', names: [] },
  { form: /^\w+ must /, text: 'settings:faults.client_metadata', names: [] },
  { form: /^.* is required$/, text: 'common:errors.isRequired', names: [] },
  { form: /^is no value of type /, text: 'common:validation.format', names: [] },
  {
    form: /^is outside .+, the domain of this tenant's passkeys$/,
    text: 'settings:faults.outside_passkey_domain',
    names: [],
  },
  { form: /^there are \d+ already$/, text: 'settings:faults.too_many', names: [] },
  { form: /^holds more than \d+ values$/, text: 'settings:faults.values_too_large', names: [] },
  {
    form: /^is no line of at most (\d+) characters$/,
    text: 'common:validation.tooLong',
    names: ['maximum'],
  },
  { form: /^is not one name below (\S+)$/, text: 'settings:faults.not_below', names: ['domain'] },
  { form: /^at least (\d+) digits$/, text: 'settings:faults.at_least_digits', names: ['count'] },
  { form: /^(\d+)-(\d+)$/, text: 'settings:faults.between', names: ['minimum', 'maximum'] },
  { form: /^is one of (.+)$/, text: 'settings:faults.one_of', names: ['values'] },
  {
    form: /^\S+ belongs to (\S+), or to openid$/,
    text: 'settings:faults.claim_scope',
    names: ['scope'],
  },
  { form: /^\S+ is told as (\S+)$/, text: 'settings:faults.claim_format', names: ['format'] },
  {
    form: /^(\S+) needs a client that can prove itself$/,
    text: 'settings:faults.public_grant',
    names: ['grant'],
  },
  { form: /^\S+ uses no secret$/, text: 'settings:faults.method_without_secret', names: [] },
  {
    form: /^no registered API has the identifier (.+)$/,
    text: 'settings:faults.api_unknown',
    names: ['identifier'],
  },
  { form: / is no attribute of users$/, text: 'settings:faults.attribute_unknown', names: [] },
  { form: / is no field of this list$/, text: 'settings:faults.field_unknown', names: [] },
  { form: /^is not for [\w-]+$/, text: 'settings:faults.not_for_type', names: [] },
  { form: /^is \S+ in the secret$/, text: 'settings:faults.differs_from_secret', names: [] },
  {
    form: /^has (\d+) to (\d+) bytes$/,
    text: 'settings:faults.secret_length',
    names: ['minimum', 'maximum'],
  },
  {
    form: /^(\d+) cells instead of (\d+)$/,
    text: 'settings:faults.cell_count',
    names: ['found', 'wanted'],
  },
  {
    form: /^cells are of 1-(\d+) digits or letters, all alike$/,
    text: 'settings:faults.cell_form',
    names: ['maximum'],
  },
  { form: /: no adapter is configured$/, text: 'settings:faults.no_adapter', names: [] },
] as const satisfies readonly {
  readonly form: RegExp
  readonly text: string
  readonly names: readonly string[]
}[]

const isText = (key: string): key is keyof typeof wordsByText => Object.hasOwn(wordsByText, key)

const texts: ReadonlyMap<string, FaultText> = new Map([
  ...Object.entries(wordsByText).flatMap(([text, words]) =>
    isText(text) ? words.map((word): [string, FaultText] => [word, text]) : [],
  ),
  ...keyedWords.map((word): [string, FaultText] => [word, `settings:faults.${word}`]),
  ...valueFaultWords.map((word): [string, FaultText] => [
    word,
    `issuancePortal:enrollments.faults.${word}`,
  ]),
])

const isNumber = (text: string): boolean => /^-?\d+(?:\.\d+)?(?:e\+\d+)?$/.test(text)

/** What the word of a fault means to people; null for a word that no check says. */
export const faultOf = (word: string): Fault | null => {
  const known = texts.get(word)
  if (known !== undefined) return { text: known, values: {} }
  for (const { form, text, names } of forms) {
    const found = form.exec(word)
    if (found === null) continue
    const given = names.map((name, at): [string, string | number] => {
      const value = found[at + 1] ?? ''
      return [name, isNumber(value) ? Number(value) : value]
    })
    return { text, values: Object.fromEntries(given) }
  }
  return null
}

/** Codes of rows whose message is the word of a fault; the messages of others are values. */
const worded: ReadonlySet<string> = new Set([
  'invalid_parameters',
  'bulk_value_unfit',
  'password_invalid',
  'ISSUANCE_ENROLLMENT_INVALID',
  'ISSUANCE_ENROLLMENT_EXISTS',
])

/** What a row of a bulk operation is at fault in; empty where its message is a value. */
export const faultsOfRow = (errorCode: string, message: string | null): readonly Fault[] => {
  if (message === null || !worded.has(errorCode)) return []
  const words = errorCode === 'password_invalid' ? message.split(', ') : [message]
  const byText = new Map(words.flatMap((word) => faultOf(word) ?? []).map((one) => [one.text, one]))
  return [...byText.values()]
}
