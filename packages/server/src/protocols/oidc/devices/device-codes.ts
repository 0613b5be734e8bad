import { foldCode } from '@signet/rules/codes'
import type { Context } from '../../../kit/context.ts'
import { deviceTermsOf } from '../../../modules/applications/oidc-applications/index.ts'
import { randomText } from '../../../platform/random-text.ts'
import { findApplication } from '../clients/clients.ts'
import { findToken, hashOf, insertToken, type Payload } from '../tokens.repository.ts'
import { endOf, endToken, findTokenOf } from '../tokens.ts'
import { type UnitOfWork, unitOfWork } from '../unit-of-work.ts'
import { insertUserCode, isTaken } from './device-codes.repository.ts'

/* Device codes (RFC 8628): the library's model, with user codes of our own. */

/** RFC 8628, section 6.1: consonants form no words, digits are typed on any keyboard. */
const alphabets = { BASE20: 'BCDFGHJKLMNPQRSTVWXZ', DIGITS: '0123456789' } as const
type CharacterSet = keyof typeof alphabets

/** As people type it: dashes, spaces and small letters tell nothing (RFC 8628, section 6.1). */
export const plainUserCode = (typed: string): string =>
  foldCode(typed)
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')

/** In groups of three or four. */
export const shownUserCode = (plain: string): string => {
  const groups = plain.match(plain.length % 4 === 0 ? /.{1,4}/g : /.{1,3}/g)
  return groups?.join('-') ?? plain
}

/** What a user code is found by: the code itself, of so few bits, is stored nowhere. */
export const userCodeKey = ({ platform, tenant }: Context, plain: string): Promise<Buffer> =>
  platform.secrets.hmac(tenant.id, 'oidc-user-code', plain)

interface UserCode {
  readonly plain: string
  readonly key: Buffer
}

const newUserCode = async (
  ctx: Context,
  terms: { readonly characterSet: CharacterSet; readonly length: number },
): Promise<UserCode> => {
  const plain = randomText(ctx.platform.ids, alphabets[terms.characterSet], terms.length)
  const key = await userCodeKey(ctx, plain)
  return (await isTaken(ctx, key)) ? newUserCode(ctx, terms) : { plain, key }
}

/**
 * People's browsers go on with a device by its row: what they carry lets nobody ask for tokens.
 * Null away from their pages, where a device code is named by itself.
 */
const rowNamed = ({ path }: UnitOfWork, id: string): Buffer | null =>
  path.startsWith('/device/') && /^[0-9a-f]{64}$/.test(id) ? Buffer.from(id, 'hex') : null

export const saveDeviceCode = async (
  code: string,
  payload: Payload,
  seconds: number,
): Promise<void> => {
  const unit = unitOfWork()
  const { ctx, writes } = unit
  const { userCode, ...stored } = payload
  const id = rowNamed(unit, code) ?? hashOf(code)
  const expiresAt = endOf(ctx, payload, seconds)
  writes.push(insertToken({ tenantId: ctx.tenant.id, id, payload: stored, expiresAt }))
  // Once it has been given out, the library saves it without.
  if (userCode === undefined) return
  const application = await findApplication(ctx, String(payload.clientId))
  if (application === undefined) throw new Error('a device code without its application')
  const { userCodeCharacterSet, userCodeLength } = deviceTermsOf(application)
  const { plain, key } = await newUserCode(ctx, {
    characterSet: userCodeCharacterSet,
    length: userCodeLength,
  })
  writes.push(insertUserCode(ctx, { userCode: key, tokenId: id }))
  unit.userCode = shownUserCode(plain)
}

export const findDeviceCode = async (code: string): Promise<Payload | undefined> => {
  const unit = unitOfWork()
  const { ctx } = unit
  const id = rowNamed(unit, code)
  if (id === null) return findTokenOf('DeviceCode', code)
  const now = ctx.platform.clock.now()
  const stored = await findToken(ctx.db, { tenantId: ctx.tenant.id, id, now })
  return stored?.kind === 'DeviceCode' ? { ...stored.payload, jti: code } : undefined
}

export const endDeviceCode = endToken

/** RFC 8628, section 3.2: seconds between two polls. */
export const pollSeconds = 5

/** Where people type it. */
const verificationUri = ({ tenant }: Context): string => `${tenant.publicUrl}/oidc/usercode`

/** RFC 8628, section 3.2, in place of what the library would answer. */
export const deviceAnswer = (): Readonly<Record<string, unknown>> => {
  const { ctx, userCode } = unitOfWork()
  if (userCode === null) throw new Error('a device code without a user code')
  const uri = verificationUri(ctx)
  return {
    user_code: userCode,
    verification_uri: uri,
    verification_uri_complete: `${uri}?user_code=${encodeURIComponent(userCode)}`,
    interval: pollSeconds,
  }
}
