import { type Migration, tenantTable } from '../migration.ts'

const current = `nullif(current_setting('app.tenant', true), '')::uuid`

/** Help that a tenant lets its provider give, or that the provider has asked for. */
const grants = [
  `create table support_grants (
    tenant_id uuid not null references tenants,
    id uuid not null,
    provider_id uuid not null,
    provider_name text not null,
    reason text not null,
    rights text not null check (rights in ('READ_ONLY', 'ROLE')),
    role_id uuid,
    role_name text,
    permissions jsonb not null default '{}',
    hours integer check (hours between 1 and 72),
    granted_by text,
    created_at timestamptz not null,
    granted_at timestamptz,
    ends_at timestamptz,
    ended_at timestamptz,
    ended_by text check (ended_by in ('TENANT', 'PROVIDER')),
    version integer not null default 1,
    primary key (tenant_id, id),
    check ((granted_at is null) = (ends_at is null)),
    check ((ended_at is null) = (ended_by is null))
  )`,
  `create index support_grants_newest on support_grants (tenant_id, created_at desc, id desc)`,
  ...tenantTable('support_grants'),
]

/** Proofs that administrators of the provider have given, each used once. */
const challenges = [
  `create table support_challenges (
    tenant_id uuid not null references tenants,
    challenge_hash bytea not null,
    grant_id uuid not null,
    administrator_id uuid not null,
    administrator_name text not null,
    expires_at timestamptz not null,
    primary key (tenant_id, challenge_hash),
    foreign key (tenant_id, grant_id) references support_grants on delete cascade
  )`,
  `create index support_challenges_of_grant on support_challenges (tenant_id, grant_id)`,
  `create index support_challenges_ended on support_challenges (tenant_id, expires_at)`,
  ...tenantTable('support_challenges'),
]

/** The grants of a tenant directly below the provider whose transaction it is. */
const seenAbove = [
  `create function provider_support_grants(wanted uuid)
    returns setof support_grants
    language sql security definer set search_path = pg_catalog, public, pg_temp stable as $$
      select g.* from public.tenants t
        join public.support_grants g on g.tenant_id = t.tenant_id and g.provider_id = ${current}
        where t.tenant_id = wanted and t.parent_tenant_id = ${current} and not t.terminated
        order by g.created_at desc, g.id desc limit 200
    $$`,
  `revoke all on function provider_support_grants(uuid) from public`,
  `grant execute on function provider_support_grants(uuid) to signet_runtime`,
]

/**
 * What is done under a grant is written to the audit log while the grant holds, or not done: its row
 * is held until then. Events that only move to another partition have another transaction.
 */
const holdsUntilDone = [
  `create function refuse_ended_support() returns trigger
    language plpgsql as $$
    begin
      perform from support_grants g
        where g.tenant_id = new.tenant_id and g.id = new.actor_id::uuid
          and g.granted_at is not null and g.ended_at is null
        for share;
      if not found then
        raise exception 'the support grant has ended'
          using errcode = 'check_violation', constraint = 'support_grant_holds';
      end if;
      return new;
    end $$`,
  `create trigger support_grant_holds before insert on audit_events
    for each row when (new.actor_kind = 'support' and new.xid = pg_current_xact_id())
    execute function refuse_ended_support()`,
]

export const migration: Migration = {
  statements: [...grants, ...challenges, ...seenAbove, ...holdsUntilDone],
}
