import { sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { type Parameter, prepared } from '../../kit/prepared.ts'
import { sessionTimes } from '../../modules/settings/families/index.ts'
import type { Platform } from '../../platform/platform.ts'

interface Visit {
  readonly tenantId: string
  readonly sessionId: string
  readonly applicationId: string
  readonly nameId: string
  readonly nameIdFormat: string
  readonly sessionIndex: string
  readonly now: Date
  readonly idleUntil: Date
  /** The same of an administrator. */
  readonly strictUntil: Date
}

/** Somebody goes to an application in a session, which is not idle then. */
export const visit = prepared((db, p: Parameter<Visit>) =>
  sql`with used as (
      update sessions set last_seen_at = ${p('now')}::timestamptz,
        token_expires_at = ${sessionTimes.idleEndOf(p('idleUntil'), p('strictUntil'))}, untold = true
      where tenant_id = ${p('tenantId')}::uuid and id = ${p('sessionId')}::uuid
        and revoked_at is null
      returning tenant_id, id
    )
    insert into saml_sessions (tenant_id, session_id, application_id, name_id, name_id_format,
      session_index, signed_in_at)
    select tenant_id, id, ${p('applicationId')}::uuid, ${p('nameId')}::text,
      ${p('nameIdFormat')}::text, ${p('sessionIndex')}::text, ${p('now')}::timestamptz from used
    on conflict (tenant_id, session_id, application_id) do update
      set name_id = excluded.name_id, name_id_format = excluded.name_id_format,
        session_index = excluded.session_index, signed_in_at = excluded.signed_in_at`.compile(db),
)

interface Answered {
  readonly tenantId: string
  readonly applicationId: string
  readonly requestId: string
  readonly expiresAt: Date
}

/** A request is answered once: the second answer violates `saml_requests_once`. */
export const answered = prepared((db, p: Parameter<Answered>) =>
  db
    .insertInto('saml_requests')
    .values({
      tenant_id: p('tenantId'),
      application_id: p('applicationId'),
      request_id: p('requestId'),
      expires_at: p('expiresAt'),
    })
    .compile(),
)

export interface Participant {
  readonly session_id: string
  readonly application_id: string
  readonly name_id: string
  readonly name_id_format: string
  readonly session_index: string
}

const visits = ({ db, tenant }: Context) =>
  db
    .selectFrom('saml_sessions as v')
    .innerJoin('sessions as s', (join) =>
      join.onRef('s.tenant_id', '=', 'v.tenant_id').onRef('s.id', '=', 'v.session_id'),
    )
    .select([
      'v.session_id',
      'v.application_id',
      'v.name_id',
      'v.name_id_format',
      'v.session_index',
    ])
    .where('v.tenant_id', '=', tenant.id)

const participants = (ctx: Context) => visits(ctx).where('s.revoked_at', 'is', null).limit(500)

/** Open sessions in which this application knows somebody by this name. */
export const findByName = (
  ctx: Context,
  named: { readonly applicationId: string; readonly nameId: string },
): Promise<Participant[]> =>
  participants(ctx)
    .where('v.application_id', '=', named.applicationId)
    .where('v.name_id', '=', named.nameId)
    .execute()

/** All applications that these open sessions were used for. */
export const findBySessions = (
  ctx: Context,
  sessionIds: readonly string[],
): Promise<Participant[]> =>
  sessionIds.length === 0
    ? Promise.resolve([])
    : participants(ctx).where('v.session_id', 'in', sessionIds).execute()

/** Whose sessions ended by this; who ends them tells the applications. */
export const endSessions = ({ db, tenant, platform }: Context, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .updateTable('sessions')
        .set({ revoked_at: platform.clock.now(), untold: false })
        .where('tenant_id', '=', tenant.id)
        .where('id', 'in', ids)
        .where('revoked_at', 'is', null)
        .returning(['id', 'user_id'])
        .execute()

/** All applications that these sessions were used for, which have ended: some sessions at a time. */
export const findByEnded = (ctx: Context, sessionIds: readonly string[]): Promise<Participant[]> =>
  visits(ctx).where('v.session_id', 'in', sessionIds).execute()

interface EndedSession {
  readonly tenant_id: string
  readonly session_id: string
}

/** Sessions of all tenants that have ended, and nobody was told; of each the longest ended first. */
export const listUntold = async (
  { database, clock }: Platform,
  { most, mostOfTenant }: { readonly most: number; readonly mostOfTenant: number },
): Promise<readonly EndedSession[]> => {
  const { rows } = await sql<EndedSession>`
    select tenant_id, session_id from sessions_to_tell(${clock.now()}::timestamptz,
      ${most}::integer, ${mostOfTenant}::integer)`.execute(database.system)
  return rows
}

/** Takes on to tell of these: each session is returned to one caller. In a transaction. */
export const takeUntold = ({ db, tenant }: Context, ids: readonly string[]) =>
  db
    .updateTable('sessions')
    .set({ untold: false })
    .where('tenant_id', '=', tenant.id)
    .where('id', 'in', ids)
    .where('untold', '=', true)
    .returning(['id', 'user_id', 'oidc'])
    .execute()
