import {
  keyFileBytes,
  type TokenFileTrial,
  type TokenImport,
  type TokenImportResult,
} from '@signet/contract/authenticators/hardware-tokens'
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
import { triedCode } from './trials.ts'

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

type Wanted = Pick<z.output<typeof TokenImport>, 'content' | 'key' | 'password'>
type Kinds = NonNullable<z.input<typeof TokenImportResult>['kinds']>

interface Tokens {
  readonly layout: SomeTokens['layout'] | null
  readonly tokens: readonly ImportedToken[]
  readonly refused: readonly Refusal[]
}

const readAll = async (ctx: Context, { content, key, password }: Wanted): Promise<Tokens> => {
  const adapters = keyFileAdapters(await usableAdapters(ctx))
  const now = ctx.platform.clock.now()
  const tokens: ImportedToken[] = []
  const refused: Refusal[] = []
  let layout: Tokens['layout'] = null
  const file = { content, mostBytes: keyFileBytes, key, password }
  const wanted = { kind: 'key-file', ...file, now, adapters } as const
  await inReadingTurn(ctx.tenant.id, async () => {
    for await (const some of readInThread<SomeTokens>(wanted)) {
      layout = some.layout
      for (const { secret, ...token } of some.tokens) {
        tokens.push({ ...token, secret: Buffer.from(secret, 'base64') })
      }
      refused.push(...some.refused)
    }
  })
  return { layout, tokens, refused }
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

/** How many are of which kind. */
const kindsOf = (tokens: readonly ImportedToken[]): Kinds => {
  const kinds = new Map<string, Kinds[number]>()
  for (const { algorithmType, hash, digits, periodSeconds, assumed } of tokens) {
    const named = assumed.filter((part) => part !== 'secretEncoding')
    const key = [algorithmType, hash, digits, periodSeconds, ...named].join(' ')
    const count = (kinds.get(key)?.count ?? 0) + 1
    kinds.set(key, { count, algorithmType, hash, digits, periodSeconds, assumed: named })
  }
  return [...kinds.values()]
}

/** @throws token_file_invalid, not_found for a serial number that the file has no key for */
export const tryKeyFile = async (
  ctx: Context,
  { serialNumber, response, ...wanted }: z.output<typeof TokenFileTrial>,
) => {
  const { tokens } = await read(ctx, wanted)
  const token = tokens.find(({ serial }) => serial === serialNumber)
  if (token === undefined) throw new ApiError('not_found')
  return triedCode(ctx, { token, response, readings: [token] })
}

/** @throws token_file_invalid, group_not_found, rights_not_held */
export const importKeyFile = async (ctx: Context, wanted: z.output<typeof TokenImport>) => {
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
    return {
      imported: fresh.length,
      refused: [...file.refused, ...refused],
      layout: file.layout,
      kinds: kindsOf(fresh),
    }
  })
}
