import type { Migration } from '../migration.ts'

/** Tables that every node keeps in mind: what changes in them is told to all (`ToldChanges`). */
const tables = [
  'client_credentials_grants',
  'host_names',
  'oidc_applications',
  'oidc_claims',
  'resource_apis',
  'resource_scopes',
  'saml_keys',
  'settings',
  'signing_keys',
  'tenant_keys',
  'tenants',
  'user_attributes',
]

export const migration: Migration = {
  statements: [
    `create function tell_change() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then perform pg_notify('signet_changes', old.tenant_id::text); end if;
      if tg_op <> 'DELETE' then perform pg_notify('signet_changes', new.tenant_id::text); end if;
      return null;
    end $$`,
    ...tables.map(
      (table) => `create trigger tell_change after insert or update or delete on ${table}
        for each row execute function tell_change()`,
    ),
  ],
}
