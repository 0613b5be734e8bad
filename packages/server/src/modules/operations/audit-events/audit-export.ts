import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { envelopeOf } from './audit-sequencer.ts'

const most = 5000

const keyLines = async (ctx: Context): Promise<string[]> => {
  const keys = await ctx.platform.keyRing.keysOf(ctx.tenant.id, 'audit')
  return keys.map(({ publicJwk }) => JSON.stringify({ type: 'key', jwk: publicJwk }))
}

/** Events of one chain row with what is left of their details, in the chain's order. */
const eventLines = async (ctx: Context, fromXid: string, uptoXid: string): Promise<string[]> => {
  const rows = await ctx.db
    .selectFrom('audit_events as e')
    .leftJoin('audit_details as d', (join) =>
      join
        .onRef('d.tenant_id', '=', 'e.tenant_id')
        .onRef('d.occurred_at', '=', 'e.occurred_at')
        .onRef('d.event_id', '=', 'e.id'),
    )
    .selectAll('e')
    .select(['d.salt', 'd.detail'])
    .where('e.tenant_id', '=', ctx.tenant.id)
    .where('e.xid', '>=', sql<string>`${fromXid}::xid8`)
    .where('e.xid', '<', sql<string>`${uptoXid}::xid8`)
    .orderBy('e.xid')
    .orderBy('e.id')
    .execute()
  return rows.map((row) =>
    JSON.stringify({
      type: 'event',
      ...envelopeOf(row),
      salt: row.salt?.toString('hex') ?? null,
      detail: row.detail,
    }),
  )
}

/**
 * The tenant's audit log as lines of JSON: the verifying keys, then each chain row followed by
 * its events. `signet audit verify` reads it without a database.
 */
export async function* exportAuditEvents(ctx: Context): AsyncGenerator<string> {
  yield* await keyLines(ctx)
  for (let after = 0; ; ) {
    const links = await ctx.db
      .selectFrom('audit_chain')
      .selectAll()
      .where('tenant_id', '=', ctx.tenant.id)
      .where('number', '>', after)
      .orderBy('number')
      .limit(most)
      .execute()
    for (const link of links) {
      yield JSON.stringify({
        type: 'chain',
        tenantId: link.tenant_id,
        number: Number(link.number),
        fromXid: link.from_xid,
        uptoXid: link.upto_xid,
        count: link.event_count,
        hash: link.hash.toString('hex'),
        signature: link.signature.toString('base64url'),
        keyId: link.key_id,
      })
      yield* await eventLines(ctx, link.from_xid, link.upto_xid)
    }
    const last = links.at(-1)
    if (last === undefined || links.length < most) return
    after = Number(last.number)
  }
}
