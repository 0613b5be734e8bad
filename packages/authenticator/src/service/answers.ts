import type {
  PushDetails,
  SoftTokenPush,
  SoftTokenSecret,
  SoftTokenStanding,
} from '@signet/contract/authenticators/soft-tokens'
import { withoutHidden } from '@signet/rules/text'
import { hashes } from '../keys/totp.ts'

export type Standing = (typeof SoftTokenStanding)['_output']
export type Push = (typeof SoftTokenPush)['_output']
export type Details = (typeof PushDetails)['_output']
export type Secret = (typeof SoftTokenSecret)['_output']

/*
 * Answers of services are checked whole: one service must not break the pages that show the
 * accounts of all the others. What does not fit is rejected, and never stored.
 */

const maxName = 500
const maxDetails = 4000
const maxPushes = 20

type Fields = ReadonlyMap<string, unknown>

const fieldsOf = (value: unknown): Fields =>
  new Map(typeof value === 'object' && value !== null ? Object.entries(value) : [])

const isShort = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= maxName

const isShortOrAbsent = (value: unknown): boolean =>
  value === undefined || value === null || isShort(value)
const isTime = (value: unknown): boolean => isShort(value) && !Number.isNaN(Date.parse(value))
const isWithin = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most

/** The name of a key of texts, and no other. */
const purposes = new Set<unknown>(['SIGN_IN', 'SETUP', 'STEP_UP', 'RESET', 'VERIFY', 'CALL'])
const states = new Set<unknown>(['PENDING', 'ACTIVE', 'INACTIVE'])

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isDetails = (value: unknown): value is Details => {
  const fields = fieldsOf(value)
  return (
    isShort(fields.get('issuer')) &&
    purposes.has(fields.get('purpose')) &&
    isTime(fields.get('at')) &&
    ['application', 'agent', 'number', 'address', 'browser'].every((name) =>
      isShortOrAbsent(fields.get(name)),
    )
  )
}

/** What a request shows, without invisible characters; null for a text that is none. */
export const detailsOf = (text: string): Details | null => {
  const value = text.length > maxDetails ? null : parsed(text)
  if (!isDetails(value)) return null
  const shown = (name: string | null): string | null => name && withoutHidden(name)
  const { issuer, application, agent, address, browser } = value
  return {
    ...value,
    issuer: withoutHidden(issuer),
    application: shown(application),
    ...(agent === undefined ? {} : { agent: withoutHidden(agent) }),
    address: shown(address),
    browser: shown(browser),
  }
}

const isPush = (value: unknown): value is Push => {
  const fields = fieldsOf(value)
  const details = fields.get('details')
  return (
    isShort(fields.get('id')) &&
    typeof fields.get('numberAsked') === 'boolean' &&
    typeof details === 'string' &&
    detailsOf(details) !== null
  )
}

const isStanding = (value: unknown): value is Standing => {
  const fields = fieldsOf(value)
  const pushes = fields.get('pushes')
  return (
    states.has(fields.get('state')) &&
    isTime(fields.get('time')) &&
    Array.isArray(pushes) &&
    pushes.length <= maxPushes
  )
}

/** What an app is asked; null for an answer that is none. Requests that cannot be shown are left out. */
export const standingOf = (text: string): Standing | null => {
  const value = parsed(text)
  return isStanding(value) ? { ...value, pushes: value.pushes.filter(isPush) } : null
}

const isSecret = (value: unknown): value is Secret => {
  const fields = fieldsOf(value)
  const get = (name: string): unknown => fields.get(name)
  return (
    isShort(get('issuer')) &&
    isShort(get('account')) &&
    isShort(get('secret')) &&
    Object.hasOwn(hashes, String(get('algorithm'))) &&
    isWithin(get('digits'), 6, 8) &&
    isWithin(get('periodSeconds'), 15, 300) &&
    isTime(get('time'))
  )
}

/** What the codes of an account are made from; null for an answer that is none. */
export const secretOf = (text: string): Secret | null => {
  const value = parsed(text)
  if (!isSecret(value)) return null
  return { ...value, issuer: withoutHidden(value.issuer), account: withoutHidden(value.account) }
}
