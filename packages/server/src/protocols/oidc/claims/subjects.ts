import { normaliseIdentifier } from '@signet/rules/precis'
import { type Client, errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { Context } from '../../../kit/context.ts'
import type { StoredApplication } from '../../../modules/applications/oidc-applications/index.ts'
import { storedKey } from '../../../modules/identity/user-attributes/index.ts'
import { settingsOf } from '../clients/client-settings.ts'
import { unitOfWork } from '../unit-of-work.ts'
import { findBearers, findSubject, type Known } from './subjects.repository.ts'

/*
 * By what an application knows a user (`sub`): the internal id, or an attribute that the tenant has
 * chosen for it, so that users stay who they were at another server. Everything of ours goes by the
 * internal id; what leaves for the application goes by its own.
 */

/** OpenID Connect Core 1.0, section 2: at most 255 ASCII characters. */
const isUsable = (value: string): boolean =>
  /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(value)

interface Wanted {
  /** null for the internal id. */
  readonly attribute: string | null
  readonly userId: string
}

/** Who a user is at an application, or why they have no subject there. */
export const subjectFor = async (ctx: Context, { attribute, userId }: Wanted): Promise<Known> => {
  if (attribute === null) return { subject: userId }
  const found = await findSubject(ctx, { attribute, userId })
  const value = found?.value ?? null
  if (found === undefined || value === null || !isUsable(value)) return { fault: 'MISSING' }
  return found.shared || found.taken ? { fault: 'SHARED' } : { subject: value }
}

export const subjectAttributeOf = ({ protection }: Pick<StoredApplication, 'protection'>) =>
  protection.subjectAttribute ?? null

/** Read at most once a request. */
const knownAt = (client: Client, userId: string): Promise<Known> => {
  const { ctx, subjects } = unitOfWork()
  const { subjectAttribute: attribute } = settingsOf(client)
  const name = `${attribute ?? ''} ${userId}`
  const known = subjects.get(name) ?? subjectFor(ctx, { attribute, userId })
  subjects.set(name, known)
  return known
}

const faultTexts = {
  MISSING: 'the user has no value for the subject attribute',
  SHARED: 'the subject attribute of the user is not unique',
} as const

/**
 * What the library tells a client that knows users by an attribute (`subjectType`, providers.ts).
 * @throws InvalidGrant, InvalidToken: no one is told who they would be
 */
export const subjectAt = async (
  koa: KoaContextWithOIDC,
  userId: string,
  client: Client,
): Promise<string> => {
  const known = await knownAt(client, userId)
  if ('subject' in known) return known.subject
  const text = faultTexts[known.fault]
  throw koa.path === '/userinfo' ? new errors.InvalidToken(text) : new errors.InvalidGrant(text)
}

export const hasSubject = async (client: Client, userId: string): Promise<boolean> =>
  'subject' in (await knownAt(client, userId))

/** Whether the signed-in user has no subject at the application that asks; audited once. */
export const isUnknownThere = async ({ oidc }: KoaContextWithOIDC): Promise<boolean> => {
  const unit = unitOfWork()
  const { client } = oidc
  if (client === undefined || unit.session === null) return false
  const { accountId } = unit.session
  const known = await knownAt(client, accountId)
  if ('subject' in known) return false
  const reason = `SUBJECT_${known.fault}`
  if (unit.events.some(({ attributes }) => attributes?.reason === reason)) return true
  unit.events.push({
    id: unit.ctx.platform.ids.uuid(),
    at: unit.ctx.platform.clock.now(),
    action: 'APPLICATION_SIGN_IN',
    outcome: 'DENIED',
    subject: { entity: 'APPLICATIONS', id: client.clientId, name: client.clientName ?? '' },
    actor: { kind: 'user', id: accountId, name: unit.accounts.get(accountId)?.name ?? '' },
    attributes: { reason, attribute: settingsOf(client).subjectAttribute },
  })
  return true
}

const keysOf: Readonly<Record<string, (text: string) => string>> = {
  email: (text) => text.toLowerCase(),
  userid: (text) => normaliseIdentifier(text) ?? '',
}

/** The user with this subject at an application; null without one. */
export const userBehind = async (
  ctx: Context,
  attribute: string | null,
  subject: string,
): Promise<string | null> => {
  if (attribute === null) return subject
  const key = keysOf[attribute]?.(subject) ?? storedKey(subject)
  for (const userId of await findBearers(ctx, { attribute, key })) {
    const known = await subjectFor(ctx, { attribute, userId })
    if ('subject' in known && known.subject === subject) return userId
  }
  return null
}
