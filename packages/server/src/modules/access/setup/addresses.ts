import type { Context } from '../../../kit/context.ts'

/** Where a setup link leads: the tenant's own address, whatever host the request named. */
export const addressOf = (ctx: Context, token: string): string =>
  `${new URL(ctx.tenant.publicUrl).origin}/setup/${token}`
