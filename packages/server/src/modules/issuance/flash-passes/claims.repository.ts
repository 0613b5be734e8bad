import { hash } from 'node:crypto'
import type { PassWallet } from '@signet/rules/flash-passes'
import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { FlashPassClaimRow } from '../../../platform/db/schema/flash-passes.ts'

const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer')

/** 128 random bits. */
export const newToken = ({ platform }: Context): string =>
  platform.ids.random(16).toString('base64url')

interface NewClaim {
  readonly passId: string
  readonly token: string
  /** Null: for whichever the phone has. */
  readonly wallet: PassWallet | null
  readonly expiresAt: Date
}

export const insertClaim = async (
  { db, tenant }: Context,
  { passId, token, wallet, expiresAt }: NewClaim,
): Promise<void> => {
  await db
    .insertInto('flash_pass_claims')
    .values({
      tenant_id: tenant.id,
      token_hash: hashOf(token),
      pass_id: passId,
      wallet,
      expires_at: expiresAt,
    })
    .execute()
}

interface Shown {
  readonly enrollmentId: string
  readonly claimToken: string
}

/** The claim of a link that is still good; uses nothing up. */
export const findClaim = (
  { db, tenant, platform }: Context,
  { enrollmentId, claimToken }: Shown,
): Promise<Selectable<FlashPassClaimRow> | undefined> =>
  db
    .selectFrom('flash_pass_claims as c')
    .innerJoin('flash_passes as p', (join) =>
      join.onRef('p.tenant_id', '=', 'c.tenant_id').onRef('p.id', '=', 'c.pass_id'),
    )
    .selectAll('c')
    .where('c.tenant_id', '=', tenant.id)
    .where('c.token_hash', '=', hashOf(claimToken))
    .where('c.expires_at', '>', platform.clock.now())
    .where('p.enrollment_id', '=', enrollmentId)
    .executeTakeFirst()

/** Uses a link up, in one statement: of two at once, one gets it. */
export const useClaim = async (
  { db, tenant, platform }: Context,
  { claimToken }: Pick<Shown, 'claimToken'>,
): Promise<boolean> => {
  const { rows } = await sql`
    delete from flash_pass_claims
    where tenant_id = ${tenant.id}::uuid and token_hash = ${hashOf(claimToken)}
      and expires_at > ${platform.clock.now()}
    returning 1`.execute(db)
  return rows.length === 1
}
