import type { Migration } from '../migration.ts'

const current = `nullif(current_setting('app.tenant', true), '')::uuid`

/** A challenge keeps the session in which it was proven. Challenges from before have none, and end. */
const proven = `alter table support_challenges add column administrator_session_id uuid`

/**
 * Whether the administrator who opened a session in this tenant may still do so at the provider, and
 * has not ended the session in which they proved it. One that expired counts: its row is kept longer
 * than a session under a grant lasts.
 */
const stands = `create or replace function support_administrator_stands(session uuid) returns boolean
  language sql security definer set search_path = pg_catalog, public, pg_temp stable as $$
    select exists (
      select from public.support_challenges c
        join public.support_grants g on g.tenant_id = c.tenant_id and g.id = c.grant_id
        join public.tenants p on p.tenant_id = g.provider_id and p.is_provider and not p.locked
          and not p.terminated
        join public.users u on u.tenant_id = p.tenant_id and u.id = c.administrator_id
          and u.state = 'ACTIVE' and not u.locked
        join public.sessions s on s.tenant_id = u.tenant_id and s.id = c.administrator_session_id
          and s.user_id = u.id and s.revoked_at is null
        join public.user_roles ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
        join public.roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
          and (r.super_administrator or r.permissions -> 'TENANTS' ?| array['EDIT', 'ALL'])
        where c.tenant_id = ${current} and c.session_id = session)
  $$`

export const migration: Migration = { statements: [proven, stands] }
