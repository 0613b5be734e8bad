import { timingSafeEqual } from 'node:crypto'
import type { RecoveryCodeStatus } from '@signet/contract/authenticators/recovery-codes'
import { codeCharacters } from '@signet/rules/code-characters'
import { foldCode } from '@signet/rules/codes'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { randomText } from '../../../platform/random-text.ts'
import {
  removeCodes,
  replaceCodes,
  type UnusedCode,
  unusedCodesQuery,
} from './recovery-codes.repository.ts'

const setSize = 10
const length = 16

const newCode = (ctx: Context): string => randomText(ctx.platform.ids, codeCharacters, length)

const grouped = (code: string): string => code.match(/.{4}/g)?.join('-') ?? code

const hmacOf = (ctx: Context, userId: string, code: string): Promise<Buffer> =>
  ctx.platform.secrets.hmac(ctx.tenant.id, `recovery-code:${userId}`, code)

interface Owner {
  readonly id: string
  readonly name: string
}

/** Ten new codes, shown this once; the former ones end. In a transaction. */
const createSet = async (ctx: Context, owner: Owner): Promise<readonly string[]> => {
  const codes = Array.from({ length: setSize }, () => newCode(ctx))
  await replaceCodes(
    ctx,
    owner.id,
    await Promise.all(codes.map((code) => hmacOf(ctx, owner.id, code))),
  )
  audit(ctx, 'RECOVERY_CODES_CREATED', { subject: { entity: 'USERS', ...owner } })
  return codes.map(grouped)
}

export const removeSet = async (ctx: Context, owner: Owner): Promise<void> => {
  await removeCodes(ctx, owner.id)
  audit(ctx, 'RECOVERY_CODES_DELETED', { subject: { entity: 'USERS', ...owner } })
}

export const readStatus = async (
  ctx: Context,
  userId: string,
): Promise<z.input<typeof RecoveryCodeStatus>> => {
  const { rows } = await ctx.db.executeQuery(unusedCodesQuery(ctx, userId))
  return { remaining: rows.length, createDate: rows[0]?.created_at ?? null }
}

/** The stored code that this is; null for none. Every one is compared. */
const matchCode = async (
  ctx: Context,
  { userId, unused }: { readonly userId: string; readonly unused: readonly UnusedCode[] },
  response: string,
): Promise<Buffer | null> => {
  const typed = foldCode(response)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
  const given = await hmacOf(ctx, userId, typed)
  const matches = unused.filter(({ code_hmac }) => timingSafeEqual(code_hmac, given))
  return matches[0]?.code_hmac ?? null
}

/** What the flows above do with recovery codes. */
export const recoveryCodes = { createSet, removeSet, readStatus, matchCode } as const
