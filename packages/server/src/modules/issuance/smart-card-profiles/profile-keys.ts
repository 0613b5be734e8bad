import { type CardKeyName, type CardType, cardTypeFacts } from '@signet/card/chip/card-types'
import { SmartCardKeys } from '@signet/contract/issuance/smart-card-profiles'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import type { CardKeys } from './card-runs.ts'
import type { StoredProfile } from './smart-card-profiles.repository.ts'

/** In hexadecimal, as they came. */
type GivenKeys = z.output<typeof SmartCardKeys>

const purposeOf = (id: string): string => `smart-card-profile:${id}`

const openKeys = async (
  { platform, tenant }: Context,
  { id, sealed_keys }: Pick<StoredProfile, 'id' | 'sealed_keys'>,
): Promise<GivenKeys> => {
  const text = await platform.secrets.open(tenant.id, purposeOf(id), sealed_keys)
  return SmartCardKeys.parse(JSON.parse(text.toString('utf8')))
}

const sealKeys = ({ platform, tenant }: Context, id: string, keys: GivenKeys): Promise<Buffer> =>
  platform.secrets.seal(tenant.id, purposeOf(id), Buffer.from(JSON.stringify(keys), 'utf8'))

/** Which keys such a card has, and of which length. @throws ISSUANCE_SMART_CARD_KEY_NEEDED */
const expectKeysOf = (type: CardType, keys: GivenKeys): void => {
  const { keys: names, keyBytes } = cardTypeFacts[type]
  const wrong = (key: CardKeyName): ApiError =>
    new ApiError('ISSUANCE_SMART_CARD_KEY_NEEDED', { parameters: { key, digits: keyBytes * 2 } })
  for (const [name, value] of Object.entries(keys)) {
    const known = names.find((one) => one === name)
    if (value === undefined) continue
    if (known === undefined) throw wrong('transport')
    if (value.length !== keyBytes * 2) throw wrong(known)
  }
  const missing = names.find((name) => name !== 'transport' && keys[name] === undefined)
  if (missing !== undefined) throw wrong(missing)
}

const given = (keys: GivenKeys): GivenKeys =>
  Object.fromEntries(Object.entries(keys).filter(([, value]) => value !== undefined))

/**
 * The columns of the keys: those that are given, and of the rest those that there were.
 * @throws ISSUANCE_SMART_CARD_KEY_NEEDED
 */
export const keyColumns = async (
  ctx: Context,
  { type, id, keys }: { readonly type: CardType; readonly id: string; readonly keys: GivenKeys },
  before: StoredProfile | null,
): Promise<Pick<StoredProfile, 'sealed_keys' | 'key_names'>> => {
  const all = { ...(before === null ? {} : await openKeys(ctx, before)), ...given(keys) }
  expectKeysOf(type, all)
  const key_names = cardTypeFacts[type].keys.filter((name) => all[name] !== undefined)
  return { sealed_keys: await sealKeys(ctx, id, all), key_names }
}

/** What opens the cards of a profile. */
export const cardKeysOf = async (
  ctx: Context,
  type: CardType,
  row: StoredProfile,
): Promise<CardKeys> => {
  const { transport, read, write } = await openKeys(ctx, row)
  const bytes = (key: string | undefined): Buffer =>
    key === undefined ? Buffer.alloc(cardTypeFacts[type].keyBytes, 0xff) : Buffer.from(key, 'hex')
  return { transport: bytes(transport), read: bytes(read ?? write), write: bytes(write) }
}
