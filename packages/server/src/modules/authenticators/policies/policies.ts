import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import {
  BlacklistedFamily,
  FidoFamily,
  OtpFamily,
  PasswordFamily,
  PasswordResetFamily,
  TokenFamily,
} from './families.ts'

const readStored = async (ctx: Context, family: string): Promise<unknown> => {
  const row = await ctx.db
    .selectFrom('settings')
    .select('value')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('family', '=', family)
    .executeTakeFirst()
  return row?.value ?? {}
}

/**
 * Reads a tenant's family, at most 1 s stale; what is missing or unfit has its default. `lastRead` asks
 * nobody: it gives what was read last, for writes that cannot read.
 */
const reader = <S extends z.ZodType>(family: string, schema: S) => {
  const known = new LRUCache<string, { readonly value: z.output<S> }>({
    max: 10_000,
    ttl: 1000,
    noDeleteOnStaleGet: true,
  })
  const read = async (ctx: Context): Promise<z.output<S>> => {
    const before = known.get(ctx.tenant.id)
    if (before !== undefined) return before.value
    const value = schema.parse(await readStored(ctx, family))
    known.set(ctx.tenant.id, { value })
    return value
  }
  const lastRead = (ctx: Context): z.output<S> =>
    known.get(ctx.tenant.id, { allowStale: true })?.value ?? schema.parse({})
  return Object.assign(read, { lastRead })
}

export const policies = {
  password: reader('password', PasswordFamily),
  blacklistedPasswords: reader('blacklistedpasswords', BlacklistedFamily),
  otp: reader('otp', OtpFamily),
  fido: reader('fido', FidoFamily),
  token: reader('token', TokenFamily),
  passwordReset: reader('passwordreset', PasswordResetFamily),
} as const
