import type { Migration } from '../migration.ts'

const current = `nullif(current_setting('app.tenant', true), '')::uuid`

/**
 * A challenge that was completed keeps the session that it opened, as long as that can live: the
 * session ends with the rights of the administrator who proved themselves. Sessions from before have
 * no such row, and end.
 */
const opened = [
  `alter table support_challenges add column session_id uuid`,
  `create index support_challenges_of_session on support_challenges (tenant_id, session_id)`,
]

/** Whether the administrator who opened a session in this tenant may still do so at the provider. */
const stands = [
  `create function support_administrator_stands(session uuid) returns boolean
    language sql security definer set search_path = pg_catalog, public, pg_temp stable as $$
      select exists (
        select from public.support_challenges c
          join public.support_grants g on g.tenant_id = c.tenant_id and g.id = c.grant_id
          join public.tenants p on p.tenant_id = g.provider_id and p.is_provider and not p.locked
            and not p.terminated
          join public.users u on u.tenant_id = p.tenant_id and u.id = c.administrator_id
            and u.state = 'ACTIVE' and not u.locked
          join public.user_roles ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
          join public.roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
            and (r.super_administrator or r.permissions -> 'TENANTS' ?| array['EDIT', 'ALL'])
          where c.tenant_id = ${current} and c.session_id = session)
    $$`,
  `revoke all on function support_administrator_stands(uuid) from public`,
  `grant execute on function support_administrator_stands(uuid) to signet_runtime`,
]

export const migration: Migration = { statements: [...opened, ...stands] }
