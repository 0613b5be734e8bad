import { timingSafeEqual } from 'node:crypto'
import type {
  NewTemporaryAccessCode,
  TemporaryAccessCode,
  TemporaryAccessCodeRequest,
} from '@signet/contract/authenticators/temp-access-codes'
import { codeCharacters } from '@signet/rules/code-characters'
import { foldCode } from '@signet/rules/codes'
import { isExpired, temporaryCodeStatus } from '@signet/rules/status'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { randomText } from '../../../platform/random-text.ts'
import { settings } from '../../settings/families/index.ts'
import { isAdministrator, type Owner } from '../owners/index.ts'
import {
  findCode,
  removeCode,
  replaceCode,
  type StoredCode,
} from './temp-access-codes.repository.ts'

const alphabets = { LETTERS_AND_DIGITS: codeCharacters, DIGITS: '0123456789' }

const grouped = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? code

const hmacOf = (ctx: Context, userId: string, code: string): Promise<Buffer> =>
  ctx.platform.secrets.hmac(ctx.tenant.id, `temp-access-code:${userId}`, code)

type Shown = z.input<typeof TemporaryAccessCode>

const present = (ctx: Context, code: StoredCode): Shown => {
  const { num_uses: numUses, max_uses: maxUses } = code
  const expired = isExpired(code.expires_at, ctx.platform.clock.now())
  return {
    expired,
    maxUses,
    numUses,
    status: temporaryCodeStatus({ expired, numUses, maxUses }),
    createDate: code.created_at,
    expiryTime: code.expires_at,
    lastUsedDate: code.last_used_at,
  }
}

const find = async (ctx: Context, userId: string): Promise<Shown | null> => {
  const code = await findCode(ctx, userId)
  return code === undefined ? null : present(ctx, code)
}

/** An administrator's second factor is never the word of another one, unless the tenant says so. */
const expectAllowed = async (ctx: Context, userId: string): Promise<void> => {
  if ((await settings.tempAccessCode(ctx, userId)).administrators) return
  if (await isAdministrator(ctx, userId)) throw new ApiError('temp_access_code_not_allowed')
}

type Wanted = z.output<typeof TemporaryAccessCodeRequest>

/**
 * A new code in the place of the former one, shown this once. In a transaction.
 * @throws temp_access_code_not_allowed for an administrator, invalid_parameters beyond what is set
 */
const create = async (
  ctx: Context,
  owner: Owner,
  wanted: Wanted,
): Promise<z.input<typeof NewTemporaryAccessCode>> => {
  await expectAllowed(ctx, owner.id)
  const policy = await settings.tempAccessCode(ctx, owner.id)
  const { length, characters, maximumUses, validityMillis } = policy
  const { maxUses = maximumUses, validityMillis: millis = validityMillis } = wanted
  const fields = [
    ...(maxUses > maximumUses ? [{ path: 'body.maxUses', message: 'too_big' }] : []),
    ...(millis > validityMillis ? [{ path: 'body.validityMillis', message: 'too_big' }] : []),
  ]
  if (fields.length > 0) throw new ApiError('invalid_parameters', { fields })
  const code = randomText(ctx.platform.ids, alphabets[characters], length)
  const now = ctx.platform.clock.now()
  const stored = await replaceCode(ctx, {
    user_id: owner.id,
    code_hmac: await hmacOf(ctx, owner.id, code),
    created_at: now,
    expires_at: new Date(now.getTime() + millis),
    max_uses: maxUses,
  })
  audit(ctx, 'TEMP_ACCESS_CODE_CREATED', {
    subject: { entity: 'USERS', ...owner },
    attributes: { maxUses, expiryTime: stored.expires_at.toISOString() },
  })
  return { ...present(ctx, stored), code: grouped(code) }
}

/** False when there was none. In a transaction. */
const remove = async (ctx: Context, owner: Owner): Promise<boolean> => {
  const removed = await removeCode(ctx, owner.id)
  if (removed) {
    audit(ctx, 'TEMP_ACCESS_CODE_DELETED', { subject: { entity: 'USERS', ...owner } })
  }
  return removed
}

export const tempAccessCodes = { find, create, remove } as const

/** Whether this is the user's code; the same work whether there is one or not. */
export const isTempAccessCode = async (
  ctx: Context,
  { userId, stored }: { readonly userId: string; readonly stored: StoredCode | undefined },
  response: string,
): Promise<boolean> => {
  const given = await hmacOf(
    ctx,
    userId,
    foldCode(response)
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, ''),
  )
  return (
    timingSafeEqual(given, stored?.code_hmac ?? Buffer.alloc(given.length)) && stored !== undefined
  )
}
