import { type MappedField, textAt } from '@signet/rules/identity-providers'
import { pickLocale } from '@signet/rules/locales'
import { asciiMail, isMailAddress } from '@signet/rules/mail'
import { normaliseIdentifier } from '@signet/rules/precis'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import {
  linkedIdentities,
  type Proven,
  type Provider,
  upstream,
} from '../../applications/identity-providers/index.ts'
import { insertMemberships } from '../../identity/groups/index.ts'
import { insertUsers, self } from '../../identity/users/index.ts'
import { settings } from '../../settings/families/index.ts'

const longest: Readonly<Record<MappedField, number>> = {
  firstName: 128,
  lastName: 128,
  email: 320,
  mobile: 64,
  phone: 64,
  locale: 20,
}

const isPhone = (text: string): boolean => /^\+[1-9]\d{6,14}$/.test(text.replace(/[\s()./-]/g, ''))

/** What may stand in the field; anything else is left out: nobody is kept out by how they are spelt. */
const fitting = (field: MappedField, text: string): string | null => {
  if (text.length > longest[field] || /[\u0000-\u001f\u007f\ud800-\udfff]/u.test(text)) return null
  if (field === 'email') {
    const address = asciiMail(text)
    return isMailAddress(address) ? address : null
  }
  if (field === 'mobile' || field === 'phone') {
    return isPhone(text) ? text.replace(/[\s()./-]/g, '') : null
  }
  return field === 'locale' ? pickLocale([text], 'en') : text
}

/** The mapped fields, as the provider has them. */
export const mapped = (
  { claimMappings }: Provider,
  { claims }: Proven,
): Readonly<Partial<Record<MappedField, string>>> =>
  Object.fromEntries(
    claimMappings.flatMap(({ claim, field }) => {
      const text = textAt(claims, claim)
      const value = text === null ? null : fitting(field, text)
      return value === null ? [] : [[field, value]]
    }),
  )

/** Proven at the provider, by its own word, and only where the tenant takes that for a proof. */
export const isMailProven = (provider: Provider, { claims }: Proven): boolean =>
  provider.protocol === 'oidc' &&
  provider.trustsMail &&
  claims.email_verified === true &&
  provider.claimMappings.some(({ claim, field }) => claim === 'email' && field === 'email')

export const groupsOf = ({ groupMappings }: Provider, { claims }: Proven): readonly string[] => [
  ...new Set(
    groupMappings
      .filter(({ claim, value }) => upstream.holdsValue(claims, claim, value))
      .map(({ groupId }) => groupId),
  ),
]

/** @throws identity_provider_failed where the provider gives nothing to call them by */
const userIdOf = (provider: Provider, proven: Proven): string => {
  const text = textAt(proven.claims, provider.userIdClaim)
  const isUsable = text !== null && text.length <= 256 && normaliseIdentifier(text) !== null
  if (!isUsable) throw new ApiError('identity_provider_failed')
  return text
}

/** Groups that are gone are passed over, and nobody is taken out of any. */
const joinGroups = async (ctx: Context, userId: string, groups: readonly string[]) => {
  await insertMemberships(
    ctx,
    groups.map((groupId) => ({ userId, groupId })),
  )
}

/** Whoever has come before, as the provider has them now; those who are not its own stay as they are. */
export const follow = async (
  ctx: Context,
  userId: string,
  { provider, proven }: { readonly provider: Provider; readonly proven: Proven },
): Promise<void> => {
  await joinGroups(ctx, userId, groupsOf(provider, proven))
  if (!provider.updatesUsers) return
  const { locale: _locale, ...fields } = mapped(provider, proven)
  await self.followOrigin(ctx, userId, fields)
}

/**
 * A user for an account that nobody has, as part of a transaction. A user id that somebody has is
 * theirs: whoever claims it elsewhere is told to sign in here and link the account.
 * @throws user_exists by `refusingDuplicates` around it
 */
export const createFor = async (ctx: Context, provider: Provider, proven: Proven) => {
  const id = ctx.platform.ids.uuid()
  const userId = userIdOf(provider, proven)
  const fields = mapped(provider, proven)
  const { registrationEnabled: registrationRequired } = await settings.registration(ctx)
  const emailVerified = fields.email !== undefined && isMailProven(provider, proven)
  await insertUsers(ctx, [
    { id, userId, type: 'EXTERNAL', ...fields, emailVerified, registrationRequired },
  ])
  const owner = { id, name: userId }
  const groups = groupsOf(provider, proven)
  await joinGroups(ctx, id, groups)
  audit(ctx, 'USER_CREATED', {
    subject: { entity: 'USERS', ...owner },
    after: { userId, type: 'EXTERNAL', state: 'ACTIVE', ...fields },
    attributes: { identityProvider: provider.name, groups },
  })
  await linkedIdentities.link(ctx, owner, proven)
  return owner
}
