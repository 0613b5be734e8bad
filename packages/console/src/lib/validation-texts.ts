import { extensionFault } from '@signet/rules/phone-form'
import { requiredErrorKey } from '@signet/rules/text'
import { z } from 'zod'
import { settingFaultNow, type TextKey, textNow } from './i18n.ts'

type Issue = Parameters<NonNullable<z.core.$ZodConfig['localeError']>>[0]

const isMissing = (input: unknown): boolean =>
  input === undefined || input === null || (typeof input === 'string' && input.trim() === '')

const sizeText = (issue: Issue): string | undefined => {
  if (issue.code === 'too_big') {
    const key = issue.origin === 'string' ? 'common:validation.tooLong' : 'common:validation.tooBig'
    return textNow(key, { maximum: Number(issue.maximum) })
  }
  if (issue.code === 'too_small') {
    const key =
      issue.origin === 'string' ? 'common:validation.tooShort' : 'common:validation.tooSmall'
    return textNow(key, { minimum: Number(issue.minimum) })
  }
  return undefined
}

const formatText = (format: string): string => {
  if (format === 'email') return textNow('common:validation.email')
  if (format === 'url') return textNow('common:validation.url')
  return textNow('common:validation.format')
}

/** What the contract's own checks say, which are written for developers. */
const spoken: ReadonlyMap<string, TextKey<'common'>> = new Map([
  ['is not a mail address', 'common:validation.email'],
  ['is not a telephone number', 'common:validation.phone'],
  [extensionFault, 'common:validation.phoneExtension'],
  [
    'needs + and the country code, as the tenant has no phone country',
    'common:validation.phoneCountry',
  ],
  ['holds characters no identifier may hold', 'common:validation.characters'],
  ['errors.isRequired', 'common:errors.isRequired'],
  ['credentials_need_tls', 'common:validation.credentialsNeedTls'],
  ['holds_brackets', 'common:validation.brackets'],
  ['is not name@domain', 'common:validation.principalName'],
  ['holds no positions', 'common:validation.format'],
  ['is no JSON', 'common:validation.format'],
  ['is not five fields', 'common:validation.cron'],
  ['is no schedule', 'common:validation.cron'],
  ['never comes', 'common:validation.cronNever'],
  ['runs more than once an hour', 'common:validation.cronTooOften'],
  ['is no time zone', 'common:validation.timeZone'],
  ['is nobody', 'common:validation.nobody'],
  ['needs at least one group', 'common:errors.isRequired'],
  ['has no verified address', 'common:validation.unverifiedEmail'],
  ['are not those of the kind, each once', 'common:validation.reportColumns'],
])

/** A fault of a field as people read it. */
export const faultText = (message: string): string => {
  const key = spoken.get(message)
  return key === undefined ? (settingFaultNow(message) ?? message) : textNow(key)
}

/** What is wrong with a field, in the visitor's language. */
const textOfIssue = (issue: Issue): string => {
  if (isMissing(issue.input)) return textNow(`common:${requiredErrorKey}`)
  if (issue.code === 'invalid_format') return formatText(issue.format)
  return sizeText(issue) ?? textNow('common:validation.invalid')
}

/**
 * Schemas of the contract speak the visitor's language. They are not compiled: that needs `eval`,
 * which the page's policy refuses.
 */
export const configureValidation = (): void => {
  z.config({ jitless: true, localeError: textOfIssue })
}
