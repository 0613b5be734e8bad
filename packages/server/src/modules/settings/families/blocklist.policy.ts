import type { SettingFault } from '@signet/contract/kit/settings-family'
import { normaliseIdentifier } from '@signet/rules/precis'
import type { Context } from '../../../kit/context.ts'
import { isOneOf, type Network, networkOf } from '../../../platform/config/networks.ts'
import { settings } from './readers.ts'

const networks = new WeakMap<readonly string[], readonly Network[]>()
const names = new WeakMap<readonly string[], ReadonlySet<string>>()

/** Made once for each list that was read. */
const networksOf = (texts: readonly string[]): readonly Network[] => {
  const known = networks.get(texts)
  if (known !== undefined) return known
  const made = texts.flatMap((text) => networkOf(text) ?? [])
  networks.set(texts, made)
  return made
}

const namesOf = (texts: readonly string[]): ReadonlySet<string> => {
  const known = names.get(texts)
  if (known !== undefined) return known
  const made = new Set(texts.flatMap((text) => normaliseIdentifier(text) ?? []))
  names.set(texts, made)
  return made
}

const isListed = (userId: string, texts: readonly string[]): boolean => {
  const name = texts.length === 0 ? null : normaliseIdentifier(userId)
  return name !== null && namesOf(texts).has(name)
}

const isFrom = (address: string | null, texts: readonly string[]): boolean =>
  address !== null && texts.length > 0 && isOneOf(address, networksOf(texts))

/** Whether nobody signs in from where this request comes from. */
const isBlockedAddress = (ctx: Context): boolean =>
  isFrom(ctx.request.address, settings.blocklist.lastRead(ctx).addresses)

/** Whether nobody signs in with this user id. */
const isBlockedUser = (ctx: Context, userId: string): boolean =>
  isListed(userId, settings.blocklist.lastRead(ctx).userIds)

/** Who signs in to nothing. */
export const blocked = { address: isBlockedAddress, user: isBlockedUser } as const

interface Lists {
  readonly addresses: readonly string[]
  readonly userIds: readonly string[]
}

/** Faults of a list that would shut out the administrator who writes it. */
export const ownBlocks = (
  { request, actor }: Context,
  { addresses, userIds }: Lists,
): readonly SettingFault[] => [
  ...(isFrom(request.address, addresses) ? [{ path: 'addresses', message: 'blocks_you' }] : []),
  ...(actor.kind === 'user' && isListed(actor.name, userIds)
    ? [{ path: 'userIds', message: 'blocks_you' }]
    : []),
]
