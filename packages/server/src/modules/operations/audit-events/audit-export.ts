import { createHash, sign } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { SigningKey } from '../../../platform/signing-keys/key-ring.ts'
import { envelopeOf, type StoredEnvelope } from './audit-sequencer.ts'

const mostLinks = 1000
const mostEvents = 1000
const farFuture = new Date('9999-01-01')

/** Which events an export must hold; it holds the whole batches that they are in. */
export interface ExportRange {
  readonly from?: Date | undefined
  readonly until?: Date | undefined
}

const links = (ctx: Context) =>
  ctx.db.selectFrom('audit_chain').selectAll().where('tenant_id', '=', ctx.tenant.id)

type Link = Awaited<ReturnType<ReturnType<typeof links>['executeTakeFirstOrThrow']>>

const signed = ({ hash, signature, key_id, tenant_id, number }: Link) => ({
  tenantId: tenant_id,
  number: Number(number),
  hash: hash.toString('hex'),
  signature: signature.toString('base64url'),
  keyId: key_id,
})

const chainLine = (link: Link) => ({
  type: 'chain',
  ...signed(link),
  fromXid: link.from_xid,
  uptoXid: link.upto_xid,
  count: link.event_count,
})

interface Place {
  readonly xid: string
  readonly id: string
}

/** Before every event: no id is smaller. */
const beginningOf = ({ from_xid: xid }: Link): Place => ({
  xid,
  id: '00000000-0000-0000-0000-000000000000',
})

interface ChainedEvent extends StoredEnvelope {
  /** Both null once the details were erased. */
  readonly salt: Buffer | null
  readonly detail: string | null
}

/** The next events of one chain row with what is left of their details, in the chain's order. */
const listNext = async (ctx: Context, { upto_xid: upto }: Link, { xid, id }: Place) => {
  const { rows } = await sql<ChainedEvent>`
    select e.*, d.salt, d.detail
    from audit_page(${upto}::xid8, ${xid}::xid8, ${id}::uuid, ${mostEvents}) e
      left join lateral (select d.salt, d.detail from audit_details d
        where d.tenant_id = ${ctx.tenant.id}::uuid and d.occurred_at = e.occurred_at
          and d.event_id = e.id limit 1) d on true
    order by e.xid, e.id`.execute(ctx.db)
  return rows
}

async function* eventLines(ctx: Context, link: Link) {
  let place = beginningOf(link)
  for (;;) {
    const rows = await listNext(ctx, link, place)
    for (const row of rows) {
      const { salt, detail } = row
      yield { type: 'event', ...envelopeOf(row), salt: salt?.toString('hex') ?? null, detail }
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < mostEvents) return
    place = { xid: last.xid, id: last.id }
  }
}

interface Numbers {
  readonly first: number
  readonly last: number
}

/** The chain rows that hold the range's events; an unlimited range takes all of them. */
const numbersOf = async (ctx: Context, { from, until }: ExportRange): Promise<Numbers> => {
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    with asked as (select min(xid) as first, max(xid) as last from audit_events
      where tenant_id = ${ctx.tenant.id}
        and occurred_at >= ${from ?? new Date(0)} and occurred_at < ${until ?? farFuture})
    select min(number)::integer as first, max(number)::integer as last from audit_chain, asked
    where tenant_id = ${ctx.tenant.id} and upto_xid > asked.first and from_xid <= asked.last`.execute(
    ctx.db,
  )
  return { first: rows[0]?.first ?? 1, last: rows[0]?.last ?? 0 }
}

/** The batch before the first one: where a verifier begins that does not see the whole log. */
async function* checkpointLine(ctx: Context, { first }: Numbers) {
  if (first === 1) return
  const link = await links(ctx)
    .where('number', '=', first - 1)
    .executeTakeFirstOrThrow()
  yield { type: 'checkpoint', ...signed(link) }
}

async function* chainLines(ctx: Context, { first, last }: Numbers) {
  for (let next = first; next <= last; ) {
    const found = await links(ctx)
      .where('number', '>=', next)
      .where('number', '<=', last)
      .orderBy('number')
      .limit(mostLinks)
      .execute()
    for (const link of found) {
      yield chainLine(link)
      yield* eventLines(ctx, link)
    }
    next = Number(found.at(-1)?.number ?? last) + 1
  }
}

async function* contentOf(ctx: Context, keys: readonly SigningKey[], range: ExportRange) {
  for (const { publicJwk } of keys) yield { type: 'key', jwk: publicJwk }
  const numbers = await numbersOf(ctx, range)
  yield* checkpointLine(ctx, numbers)
  yield* chainLines(ctx, numbers)
}

/**
 * The tenant's audit log as lines of JSON: the verifying keys, then each chain row followed by its
 * events, then a signature over all of it. `signet audit verify` reads it without a database.
 */
export async function* exportAuditEvents(
  ctx: Context,
  range: ExportRange = {},
): AsyncGenerator<string> {
  const keys = await ctx.platform.keyRing.keysOf(ctx.tenant.id, 'audit')
  const key = keys.find(({ active }) => active)
  if (key === undefined) throw new Error(`tenant ${ctx.tenant.id} has no audit key`)
  const hash = createHash('sha256')
  for await (const line of contentOf(ctx, keys, range)) {
    const text = JSON.stringify(line)
    hash.update(`${text}\n`)
    yield text
  }
  const digest = hash.digest()
  const signature = sign('sha256', digest, { key: key.privateKey, dsaEncoding: 'ieee-p1363' })
  yield JSON.stringify({
    type: 'end',
    sha256: digest.toString('hex'),
    signature: signature.toString('base64url'),
    keyId: key.id,
  })
}

const countExported = async (ctx: Context, range: ExportRange): Promise<number> => {
  const { first, last } = await numbersOf(ctx, range)
  const row = await ctx.db
    .selectFrom('audit_chain')
    .select(sql<number>`coalesce(sum(event_count), 0)::double precision`.as('count'))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('number', '>=', first)
    .where('number', '<=', last)
    .executeTakeFirst()
  return row?.count ?? 0
}

const countUnchained = async (ctx: Context, { from, until }: ExportRange): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from audit_events
    where tenant_id = ${ctx.tenant.id}
      and occurred_at >= ${from ?? new Date(0)} and occurred_at < ${until ?? farFuture}
      and xid >= coalesce(
        (select max(upto_xid) from audit_chain where tenant_id = ${ctx.tenant.id}), '0')`.execute(
    ctx.db,
  )
  return rows[0]?.count ?? 0
}

interface EventCounts {
  /** In an export of the range. */
  readonly exported: number
  /** Not in the chain yet: a transaction that began before them is still open. */
  readonly unchained: number
}

export const countEvents = async (ctx: Context, range: ExportRange = {}): Promise<EventCounts> => ({
  exported: await countExported(ctx, range),
  unchained: await countUnchained(ctx, range),
})
