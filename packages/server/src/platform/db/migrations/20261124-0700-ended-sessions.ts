import type { Migration } from '../migration.ts'

const queue = {
  policy: 'standard',
  retryLimit: 5,
  retryDelay: 5,
  retryBackoff: true,
  expireInSeconds: 60,
}

const untold = 'sessions_to_tell(timestamptz, integer, integer)'

/**
 * Sessions whose applications have not been told of their end. A session ends when it is taken
 * back, or when it is too old; the latter writes nothing, so that the end is looked for. Whoever is
 * idle here may be at work in an application, which is told when the session would have been too
 * old. What could not be told for a day is not told any more. Of each tenant come a few at a time:
 * one whose sessions cannot be told keeps no other from being heard of. Tenants that ended tell none.
 */
export const migration: Migration = {
  statements: [
    `alter table sessions add column untold boolean not null default false`,
    `update sessions s set untold = true where s.revoked_at is null and s.expires_at > now()
      and (s.oidc -> 'authorizations' is not null
        or exists (select from saml_sessions v
          where v.tenant_id = s.tenant_id and v.session_id = s.id))`,
    // Every tenant's at once: it is read by the function below alone.
    `create index sessions_untold on sessions (expires_at) where untold`,
    `create index sessions_revoked_untold on sessions (tenant_id, revoked_at)
      where untold and revoked_at is not null`,
    `create function sessions_to_tell(ended timestamptz, most integer, most_of_tenant integer)
      returns table (tenant_id uuid, session_id uuid)
      language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
        select f.tenant_id, f.id from (
          select s.tenant_id, s.id, s.expires_at,
            row_number() over (partition by s.tenant_id order by s.expires_at, s.id) as place
          from (
            select u.tenant_id, u.id, u.expires_at from public.sessions u
              where u.untold and u.expires_at <= ended and u.expires_at > ended - interval '1 day'
            union
            select u.tenant_id, u.id, u.expires_at from public.sessions u
              where u.untold and u.revoked_at is not null
                and u.revoked_at > ended - interval '1 day'
          ) s
          join public.tenants t on t.tenant_id = s.tenant_id and not t.terminated
        ) f
        where f.place <= most_of_tenant
        order by f.place, f.expires_at
        limit most
      $$`,
    `revoke all on function ${untold} from public`,
    `grant execute on function ${untold} to signet_runtime`,
    `select pgboss.create_queue('sign-outs', '${JSON.stringify(queue)}')`,
  ],
}
