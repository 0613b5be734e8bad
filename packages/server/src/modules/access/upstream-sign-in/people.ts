import { chosenIdentifierFault } from '@signet/rules/chosen-identifiers'
import { type MappedField, textAt } from '@signet/rules/identity-providers'
import { pickLocale } from '@signet/rules/locales'
import { asciiMail, isMailAddress } from '@signet/rules/mail'
import { normaliseIdentifier } from '@signet/rules/precis'
import { isPlainLine } from '@signet/rules/text'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import {
  linkedIdentities,
  type Proven,
  type Provider,
  upstream,
} from '../../applications/identity-providers/index.ts'
import { groupMembers } from '../../identity/groups/index.ts'
import { findUserByIdentifier, insertUsers, self, userSets } from '../../identity/users/index.ts'
import { settings } from '../../settings/families/index.ts'

const longest: Readonly<Record<MappedField, number>> = {
  firstName: 128,
  lastName: 128,
  email: 320,
  mobile: 64,
  phone: 64,
  locale: 20,
}

/** What may stand in the field; anything else is left out: nobody is kept out by how they are spelt. */
const fitting = async (ctx: Context, field: MappedField, text: string): Promise<string | null> => {
  if (text.length > longest[field]) return null
  if (field === 'mobile' || field === 'phone') return userSets.numberOf(ctx, text)
  if (!isPlainLine(text)) return null
  if (field === 'email') {
    const address = asciiMail(text)
    return isMailAddress(address) ? address : null
  }
  return field === 'locale' ? pickLocale([text], 'en') : text
}

/** The mapped fields, as the provider has them. */
const mapped = async (
  ctx: Context,
  { claimMappings }: Provider,
  { claims }: Proven,
): Promise<Readonly<Partial<Record<MappedField, string>>>> => {
  const found: Partial<Record<MappedField, string>> = {}
  for (const { claim, field } of claimMappings) {
    const text = textAt(claims, claim)
    const value = text === null ? null : await fitting(ctx, field, text)
    if (value !== null) found[field] = value
  }
  return found
}

/** Proven at the provider, by its own word, and only where the tenant takes that for a proof. */
const isMailProven = (provider: Provider, { claims }: Proven): boolean =>
  provider.protocol === 'oidc' &&
  provider.trustsMail &&
  claims.email_verified === true &&
  provider.claimMappings.some(({ claim, field }) => claim === 'email' && field === 'email')

const groupsOf = ({ groupMappings }: Provider, { claims }: Proven): readonly string[] => [
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

/** An address that the provider proves, or of a domain whose users it signs in. */
const isVouchedAddress = async (
  ctx: Context,
  { provider, proven }: { readonly provider: Provider; readonly proven: Proven },
  text: string,
): Promise<boolean> => {
  const address = asciiMail(text)
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  if (!isMailAddress(address)) return false
  const { email } = await mapped(ctx, provider, proven)
  const isOwn = email?.toLowerCase() === address.toLowerCase()
  return provider.domains.includes(domain) || (isOwn && isMailProven(provider, proven))
}

/**
 * The user id that the provider gives, or a neutral one where it looks like another's: what an account
 * is called elsewhere is chosen by its owner. One that a user has stays: it is theirs.
 */
const ownUserId = async (
  ctx: Context,
  { provider, proven }: { readonly provider: Provider; readonly proven: Proven },
  id: string,
): Promise<string> => {
  const claimed = userIdOf(provider, proven)
  // A number of an employee reads like no other's name.
  if (/^[0-9]+$/.test(claimed)) return claimed
  const fault = chosenIdentifierFault(normaliseIdentifier(claimed) ?? claimed)
  if (fault === null || (await isVouchedAddress(ctx, { provider, proven }, claimed))) return claimed
  const isTaken = (await findUserByIdentifier(ctx, claimed)) !== undefined
  return isTaken ? claimed : `user-${id}`
}

/** Groups that are gone are passed over, and nobody is taken out of any. */
const joinGroups = async (ctx: Context, userId: string, groups: readonly string[]) => {
  await groupMembers.insert(
    ctx,
    groups.map((id) => ({ userId, id })),
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
  const { locale: _locale, ...fields } = await mapped(ctx, provider, proven)
  await self.followOrigin(ctx, userId, fields)
}

/**
 * A user for an account that nobody has, as part of a transaction. A user id that somebody has is
 * theirs: whoever claims it elsewhere is told to sign in here and link the account.
 * @throws user_exists by `refusingDuplicates` around it
 */
export const createFor = async (ctx: Context, provider: Provider, proven: Proven) => {
  const id = ctx.platform.ids.uuid()
  const userId = await ownUserId(ctx, { provider, proven }, id)
  const fields = await mapped(ctx, provider, proven)
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
