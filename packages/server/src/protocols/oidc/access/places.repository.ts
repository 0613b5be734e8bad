import type { CompiledQuery } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { statement } from '../../../kit/statement.ts'
import { errorCodeOf } from '../../../platform/db/sql-errors.ts'

/*
 * The places from which a person is signed in to an application: an open session that has opened it,
 * a device, or what outlives its session (`offline_access`).
 */

/** Whose places, at which application. */
interface Visitor {
  readonly userId: string
  readonly clientId: string
  /** How many of the newest stay. */
  readonly keep: number
}

/** Somebody who has come in, where their places are counted. */
export interface Arrival extends Visitor {
  readonly grant: string
  /** As they type it. */
  readonly userName: string
  readonly whenFull: 'END_OLDEST' | 'REFUSE'
  /** A place that was there before is not refused. */
  readonly isNew: boolean
}

const valuesOf = (ctx: Context, { userId, clientId, keep }: Visitor) => ({
  tenant: ctx.tenant.id,
  user: userId,
  client: clientId,
  now: ctx.platform.clock.now(),
  keep,
})

/** The first parts of a statement: `places`, a row for each grant that still lets somebody in. */
const places = `
  with holding as (
    select t.grant_id, bool_or(t.outlives_session) as outlasts, bool_or(t.kind in ('DeviceCode', 'BackchannelAuthenticationRequest')
      or coalesce(t.payload ->> 'gty', '') ~ '^(device_code|ciba)') as of_device
    from oidc_tokens t
    join oidc_grants g on g.tenant_id = t.tenant_id and g.id = t.grant_id
    where t.tenant_id = :tenant::uuid and g.user_id = :user::uuid and g.client_id = :client::text
      and t.consumed_at is null and t.expires_at > :now::timestamptz
    group by t.grant_id),
  places as (
    select g.id, g.session_id, (g.payload ->> 'iat')::bigint as since, s.created_at as session_since,
      case when h.of_device or g.session_id is null then g.id else g.session_id::text end as place
    from oidc_grants g
    left join holding h on h.grant_id = g.id
    left join sessions s on s.tenant_id = g.tenant_id and s.id = g.session_id
    where g.tenant_id = :tenant::uuid and g.user_id = :user::uuid and g.client_id = :client::text
      and g.expires_at > :now::timestamptz
      and ((h.outlasts and not coalesce(s.revoked_everywhere, false))
        or (s.revoked_at is null and s.token_expires_at > :now::timestamptz
          and s.expires_at > :now::timestamptz
          and (h.grant_id is not null
            or s.oidc #>> array['authorizations', :client::text, 'grantId'] = g.id))))`

const counted = statement<ReturnType<typeof valuesOf> & { session: string }, { full: boolean }>(
  `${places}
  select count(distinct place) filter (where place <> :session::text) >= :keep::integer
    and coalesce(bool_and(place <> :session::text), true) as full from places`,
)

/** Whether there is no place left for one that is not there yet. */
export const isFull = async (
  ctx: Context,
  visitor: Visitor & { readonly session: string },
): Promise<boolean> => {
  const values = { ...valuesOf(ctx, visitor), session: visitor.session }
  return (await ctx.db.executeQuery(counted(values))).rows[0]?.full === true
}

const held = statement<{ tenant: string; user: string }>(
  'select 1 from users where tenant_id = :tenant::uuid and id = :user::uuid for no key update',
)

/** Sign-ins of one person, one after the other: what they count is so when they are written. */
export const holdVisitor = (ctx: Context, { userId }: Visitor): CompiledQuery =>
  held({ tenant: ctx.tenant.id, user: userId })

const refused = statement<ReturnType<typeof valuesOf>>(`${places}
  select ln(case when count(distinct place) <= :keep::integer then 1 else 0 end) from places`)

/** Fails when there are more by now: by the logarithm of zero, as a sign-in does. */
export const refuseMorePlaces = (ctx: Context, visitor: Visitor): CompiledQuery =>
  refused(valuesOf(ctx, visitor))

/** Whether it was `refuseMorePlaces` that failed (SQLSTATE 2201E, invalid argument for logarithm). */
export const isOverfull = (error: unknown): boolean => errorCodeOf(error) === '2201E'

/** A place that has ended for a newer one. */
export interface LeftPlace {
  readonly place: string
  readonly user_id: string
  /** What its session kept of the application; without any where it was no session's. */
  readonly oidc: Readonly<Record<string, unknown>>
}

const ended = statement<ReturnType<typeof valuesOf> & { grant: string }, LeftPlace>(`${places},
  ranked as (
    select place, row_number() over (
      order by bool_or(id = :grant::text) desc, max(since) desc,
        max(session_since) desc nulls last, place) as rank
    from places group by place),
  gone as (
    select p.id, p.session_id, p.place from places p join ranked r on r.place = p.place
    where r.rank > :keep::integer),
  told as (
    select s.id, jsonb_build_object('authorizations', jsonb_build_object(:client::text,
      s.oidc #> array['authorizations', :client::text])) as oidc
    from sessions s join gone on gone.session_id = s.id and gone.place = s.id::text
    where s.tenant_id = :tenant::uuid
      and s.oidc #>> array['authorizations', :client::text, 'grantId'] = gone.id),
  forgotten as (
    update sessions s set oidc = s.oidc #- array['authorizations', :client::text]
    from told where s.tenant_id = :tenant::uuid and s.id = told.id),
  dropped as (
    delete from oidc_grants g using gone where g.tenant_id = :tenant::uuid and g.id = gone.id)
  select distinct on (gone.place) gone.place, :user::text as user_id,
    coalesce(told.oidc, '{}'::jsonb) as oidc
  from gone left join told on told.id::text = gone.place order by gone.place`)

/** Ends all but the newest places, `grant` being the newest of all, and what they had. */
export const endOldestPlaces = (
  ctx: Context,
  { grant, ...visitor }: Visitor & { readonly grant: string },
): CompiledQuery<LeftPlace> => ended({ ...valuesOf(ctx, visitor), grant })
