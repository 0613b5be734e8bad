import type { Migration } from '../migration.ts'

/**
 * Statements are planned once, often when the tables are empty; while a large file is imported,
 * a plan that looks at all of a tenant's rows would cost more with each row. New statistics have
 * everybody plan again, the checks of foreign keys too. The columns that searches use are left
 * out: their sample is large.
 */
const analyzeUsers = `
  create function analyze_users() returns void
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
    begin
      analyze users (tenant_id, id, user_id_key, type, state, locked, external_id, name_key,
        created_at);
      analyze user_identifiers;
      analyze passwords (tenant_id, user_id);
      analyze password_history (tenant_id, user_id, set_at);
    end $$`

export const migration: Migration = {
  statements: [
    `alter table bulk_operations add column position jsonb`,
    `alter table bulk_results add column keys bytea not null default ''`,
    `alter table bulk_results alter column keys set storage external`,
    analyzeUsers,
    `revoke all on function analyze_users from public`,
    `grant execute on function analyze_users to signet_runtime`,
  ],
}
