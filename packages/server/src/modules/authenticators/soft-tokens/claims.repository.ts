import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'

const hashOf = (claim: string): Buffer => hash('sha256', claim, 'buffer')

interface NewClaim {
  readonly tokenId: string
  readonly claim: string
  readonly expiresAt: Date
}

export const removeClaim = async (ctx: Context, tokenId: string): Promise<void> => {
  await ctx.db
    .deleteFrom('soft_token_claims')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('token_id', '=', tokenId)
    .execute()
}

/** A token has one claim: a new one replaces the former. In a transaction that holds the token. */
export const putClaim = async (ctx: Context, wanted: NewClaim): Promise<void> => {
  await removeClaim(ctx, wanted.tokenId)
  await ctx.db
    .insertInto('soft_token_claims')
    .values({
      tenant_id: ctx.tenant.id,
      claim_hash: hashOf(wanted.claim),
      token_id: wanted.tokenId,
      expires_at: wanted.expiresAt,
    })
    .execute()
}

/** When a claim expires; null for one that has, or was used or replaced. */
export const findClaimEnd = async (ctx: Context, claim: string): Promise<Date | null> => {
  const row = await ctx.db
    .selectFrom('soft_token_claims')
    .select('expires_at')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('claim_hash', '=', hashOf(claim))
    .where('expires_at', '>', ctx.platform.clock.now())
    .executeTakeFirst()
  return row?.expires_at ?? null
}

/** Uses a claim up, in one statement; the token it was for, undefined for none that holds. */
export const useClaim = async (ctx: Context, claim: string): Promise<string | undefined> => {
  const { rows } = await sql<{ token_id: string }>`
    delete from soft_token_claims
    where tenant_id = ${ctx.tenant.id} and claim_hash = ${hashOf(claim)}
      and expires_at > ${ctx.platform.clock.now()}
    returning token_id`.execute(ctx.db)
  return rows[0]?.token_id
}
