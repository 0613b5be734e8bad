import type { Endpoint } from '@signet/contract/kit/endpoint'
import { listOwnSessions } from '@signet/contract/tenancy/sessions'
import { sql } from 'kysely'
import { fieldOf } from '../../../testing/access/people.ts'
import type { Change, Look } from './subject.ts'

/* What calls change beside the answers of others. */

/** The rows of a table, without what moves with every change. */
export const rowsOf =
  (table: string): Look =>
  async ({ ctx: { db, tenant } }) => {
    const { rows } = await sql`
      select (to_jsonb(t) - array['version', 'updated_at'])::text as row from ${sql.table(table)} t
      where tenant_id = ${tenant.id} order by 1`.execute(db)
    return rows
  }

/** Email on its way, and what has arrived. */
export const mails: Look = async (world) => {
  const queued = await world.ctx.db
    .selectFrom('job_contents')
    .select('id')
    .where('tenant_id', '=', world.ctx.tenant.id)
    .where('queue', '=', 'mail')
    .execute()
  return { queued: queued.length, arrived: world.test.outbox().length }
}

/** What services outside were asked. */
export const requests: Look = async ({ test }) => test.outside.requests.length

/** What the session that is answered opens. */
export const opensSession: Look = async ({ test }, { answer }) => {
  const state = fieldOf(answer?.body, 'authentication') ?? answer?.body
  const session = fieldOf(state, 'session') ?? state
  const as = String(fieldOf(session, 'jwt', 'token'))
  return (await test.call(listOwnSessions, { as })).status
}

/** Whether the next call of a flow takes the token that is answered. */
export const tokenTakenBy =
  (next: Endpoint, body: object = {}, params: object = {}): Look =>
  async ({ test }, { given: { as, headers }, answer }) => {
    const authToken = String(answer?.body.authToken ?? 'x'.repeat(43))
    const taken = await test.call(next, {
      params,
      body: { ...body, authToken },
      ...(as === undefined ? {} : { as }),
      ...(headers === undefined ? {} : { headers }),
    })
    return [taken.status, taken.body.code]
  }

/** The body with one text replaced by another, wherever it stands. */
export const replaced =
  (from: string, to: string) =>
  (body: unknown): unknown =>
    JSON.parse(JSON.stringify(body).replaceAll(from, to))

/** A change of settings by an administrator. */
export const updating =
  (update: Endpoint, body: object): Change =>
  ({ test, admin }) =>
    test.call(update, { as: admin.token, body })
