import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { keyFileBytes, type TokenImport } from '@signet/contract/authenticators/hardware-tokens'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { tokenSets, usableAdapters } from '../tokens/index.ts'
import type { ImportedToken, Refusal } from './imported-tokens.ts'
import { readKeyFile } from './key-files/key-file.ts'
import { KeyFileFault } from './key-files/key-file-fault.ts'
import { expectStockRights, insertStock, isWeak } from './stock.service.ts'

const unzip = promisify(gunzip)

const judged = (tokens: readonly ImportedToken[], taken: ReadonlySet<string>) => {
  const seen = new Set<string>()
  const refused: Refusal[] = []
  const fresh = tokens.filter((token) => {
    const { serial } = token
    const reason = taken.has(serial)
      ? 'EXISTS'
      : seen.has(serial)
        ? 'REPEATED'
        : isWeak(token)
          ? 'WEAK_SECRET'
          : null
    seen.add(serial)
    if (reason !== null) refused.push({ serialNumber: serial, reason })
    return reason === null
  })
  return { fresh, refused }
}

const invalid = (cause: unknown): ApiError => {
  const code = cause instanceof KeyFileFault ? cause.code : 'XML'
  return new ApiError('token_file_invalid', {
    cause,
    fields: [{ path: 'body.content', message: code }],
  })
}

type Wanted = z.output<typeof TokenImport>

const read = async (ctx: Context, { content, key, password }: Wanted) => {
  try {
    const packed = Buffer.from(content, 'base64')
    const text = await unzip(packed, { maxOutputLength: keyFileBytes }).catch((cause: unknown) => {
      throw new KeyFileFault('GZIP', { cause })
    })
    return await readKeyFile(text.toString('utf8'), {
      now: ctx.platform.clock.now(),
      algorithms: await usableAdapters(ctx),
      key: key === undefined ? undefined : Buffer.from(key, 'hex'),
      password,
    })
  } catch (cause) {
    if (cause instanceof KeyFileFault) throw invalid(cause)
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
    const { fresh, refused } = judged(file.tokens, await tokenSets.findTaken(ctx, serials))
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
