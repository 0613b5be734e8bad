import type { Migration } from '../migration.ts'

/** As `analyze_users`, for what other bulk operations fill or empty. */
const analysis = (name: string, tables: readonly string[]): string => `
  create or replace function ${name}() returns void
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
    begin
      ${tables.map((table) => `analyze ${table};`).join('\n      ')}
    end $$`

const onlyRuntime = (name: string): readonly string[] => [
  `revoke all on function ${name} from public`,
  `grant execute on function ${name} to signet_runtime`,
]

const tables = {
  analyze_users: [
    'users (tenant_id, id, user_id_key, type, state, locked, external_id, name_key, created_at)',
    'user_identifiers',
    'user_attribute_values (tenant_id, attribute_id, user_id, unique_key)',
    'passwords (tenant_id, user_id)',
    'password_history (tenant_id, user_id, set_at)',
  ],
  analyze_groups: ['groups (tenant_id, id, name_key, external_id, type)', 'user_groups'],
  analyze_tokens: ['tokens (tenant_id, id, serial, user_id, state)'],
} as const

export const migration: Migration = {
  statements: [
    `alter table bulk_operations add column created integer not null default 0`,
    ...Object.entries(tables).flatMap(([name, all]) => [analysis(name, all), ...onlyRuntime(name)]),
  ],
}
