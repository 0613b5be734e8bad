import { gzipSync } from 'node:zlib'
import { ocra, parseSuite } from '@signet/algorithms/ocra'
import { hotp } from '@signet/algorithms/otp'
import type { Context } from '../../src/kit/context.ts'
import { insertStock } from '../../src/modules/authenticators/hardware-tokens/stock.service.ts'
import type { ImportedToken } from '../../src/platform/readers/key-files/imported-tokens.ts'

export const secret = Buffer.from('12345678901234567890')

let made = 0

export const importedToken = (wanted: Partial<ImportedToken> = {}): ImportedToken => {
  made += 1
  return {
    serial: `HW-${made}`,
    algorithmType: 'OATH_HOTP',
    hash: 'SHA1',
    suite: null,
    digits: 6,
    periodSeconds: 30,
    counter: 0,
    secret,
    pin: null,
    manufacturer: null,
    model: null,
    encoding: null,
    assumed: [],
    ...wanted,
  }
}

/** A token in the inventory. */
export const buildStock = async (
  ctx: Context,
  wanted: Partial<ImportedToken> = {},
  groups: readonly string[] = [],
) => {
  const token = importedToken(wanted)
  const [id = ''] = await ctx.transaction((ctx) => insertStock(ctx, [{ token, groups }]))
  return { id, serial: token.serial }
}

/** A token that its owner uses. */
export const buildHardware = async (
  ctx: Context,
  userId: string,
  wanted: Partial<ImportedToken> = {},
) => {
  const stock = await buildStock(ctx, wanted)
  await ctx.db
    .updateTable('tokens')
    .set({ user_id: userId, state: 'ACTIVE' })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', stock.id)
    .execute()
  return stock
}

export const pressed = (counter: number, digits = 6): string =>
  hotp({ secret, digits, algorithm: 'SHA1' }, counter)

export const answered = (suite: string, question: string, counter?: number): string => {
  const parsed = parseSuite(suite)
  if (parsed === null) throw new Error('no suite')
  return ocra(parsed, secret, { question, counter })
}

export const packed = (xml: string): string => gzipSync(xml).toString('base64')
