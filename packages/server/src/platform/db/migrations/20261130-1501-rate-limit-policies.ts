import { type Migration, tenantTable } from '../migration.ts'

/** Limits that a provider has set for its tenants, or for one of them. */
export const migration: Migration = {
  statements: [
    `create table rate_limit_policies (
      tenant_id uuid not null references tenants,
      id uuid not null,
      for_tenant_id uuid,
      limit_class text not null,
      subject text not null,
      rate integer not null check (rate > 0),
      period_seconds integer not null check (period_seconds > 0),
      burst integer not null check (burst > 0),
      created_at timestamptz not null,
      version integer not null default 1,
      primary key (tenant_id, id),
      constraint rate_limit_policies_key
        unique nulls not distinct (tenant_id, for_tenant_id, limit_class, subject)
    )`,
    ...tenantTable('rate_limit_policies'),
    `create trigger tell_change after insert or update or delete on rate_limit_policies
      for each row execute function tell_change()`,
    `create function is_tenant_of_provider(candidate uuid) returns boolean
      language plpgsql security definer set search_path = pg_catalog, public, pg_temp stable as $$
      declare provider uuid := nullif(current_setting('app.tenant', true), '')::uuid;
      begin
        return exists (select from public.tenants t where t.tenant_id = candidate
          and (t.tenant_id = provider or t.parent_tenant_id = provider) and not t.terminated);
      end $$`,
    `revoke all on function is_tenant_of_provider(uuid) from public`,
    `grant execute on function is_tenant_of_provider(uuid) to signet_runtime`,
  ],
}
