import { keyFileBytes, type TokenImport } from '@signet/contract/authenticators/hardware-tokens'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import type { ImportedToken, Refusal } from '../../../platform/readers/key-files/imported-tokens.ts'
import { KeyFileFault } from '../../../platform/readers/key-files/key-file-fault.ts'
import type { SomeTokens } from '../../../platform/readers/key-files/packed-key-file.ts'
import { ReadingStopped } from '../../../platform/readers/reader-threads.ts'
import { inReadingTurn, readInThread } from '../../../platform/readers/reading.ts'
import { keyFileAdapters } from '../../../platform/token-algorithms.ts'
import { tokenSets, usableAdapters } from '../tokens/index.ts'
import { expectStockRights, insertStock, isWeak, leastSecretOf } from './stock.service.ts'

interface Limits {
  readonly taken: ReadonlySet<string>
  readonly least: number
}

const judged = (tokens: readonly ImportedToken[], { taken, least }: Limits) => {
  const seen = new Set<string>()
  const refused: Refusal[] = []
  const fresh = tokens.filter((token) => {
    const { serial } = token
    const reason = taken.has(serial)
      ? 'EXISTS'
      : seen.has(serial)
        ? 'REPEATED'
        : isWeak(token, least)
          ? 'WEAK_SECRET'
          : null
    seen.add(serial)
    if (reason !== null) refused.push({ serialNumber: serial, reason })
    return reason === null
  })
  return { fresh, refused }
}

const invalid = (code: string, cause: unknown): ApiError =>
  new ApiError('token_file_invalid', { cause, fields: [{ path: 'body.content', message: code }] })

type Wanted = z.output<typeof TokenImport>

interface Tokens {
  readonly tokens: readonly ImportedToken[]
  readonly refused: readonly Refusal[]
}

const readAll = async (ctx: Context, { content, key, password }: Wanted): Promise<Tokens> => {
  const adapters = keyFileAdapters(await usableAdapters(ctx))
  const now = ctx.platform.clock.now()
  const tokens: ImportedToken[] = []
  const refused: Refusal[] = []
  const file = { content, mostBytes: keyFileBytes, key, password }
  const wanted = { kind: 'key-file', ...file, now, adapters } as const
  await inReadingTurn(ctx.tenant.id, async () => {
    for await (const some of readInThread<SomeTokens>(wanted)) {
      for (const { secret, ...token } of some.tokens) {
        tokens.push({ ...token, secret: Buffer.from(secret, 'base64') })
      }
      refused.push(...some.refused)
    }
  })
  return { tokens, refused }
}

const read = async (ctx: Context, wanted: Wanted): Promise<Tokens> => {
  try {
    return await readAll(ctx, wanted)
  } catch (cause) {
    if (cause instanceof KeyFileFault) throw invalid(cause.code, cause)
    if (cause instanceof ReadingStopped) throw invalid('TOO_LARGE', cause)
    throw cause
  }
}

/** @throws token_file_invalid, group_not_found, rights_not_held */
export const importKeyFile = async (ctx: Context, wanted: Wanted) => {
  const file = await read(ctx, wanted)
  await ctx.platform.secrets.ready(ctx.tenant.id)
  return ctx.transaction(async (ctx) => {
    await expectStockRights(ctx, wanted.groups)
    const serials = file.tokens.map(({ serial }) => serial)
    const limits = {
      taken: await tokenSets.findTaken(ctx, serials),
      least: await leastSecretOf(ctx),
    }
    const { fresh, refused } = judged(file.tokens, limits)
    if (!wanted.dryRun) {
      const { groups } = wanted
      await insertStock(
        ctx,
        fresh.map((token) => ({ token, groups })),
      )
    }
    return { imported: fresh.length, refused: [...file.refused, ...refused] }
  })
}
