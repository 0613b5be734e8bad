import type { Migration } from '../migration.ts'

const current = `nullif(current_setting('app.tenant', true), '')::uuid`

/** Whether one name is another or lies below it. */
const isWithin = (name: string, domain: string): string =>
  `(${name} = ${domain} or right(${name}, length(${domain}) + 1) = '.' || ${domain})`

/**
 * A tenant's passkeys may be of a domain above its host. No two tenants share one, so it is looked up
 * among all of them.
 */
export const migration: Migration = {
  statements: [
    `alter table tenants add column passkey_domain text`,
    `create index host_names_by_tenant on host_names (tenant_id)`,
    `create index fido_credentials_by_rp on fido_credentials (tenant_id, rp_id)`,
    `create function is_in_foreign_passkey_domain(name text)
      returns boolean
      language sql security definer set search_path = pg_catalog, public, pg_temp stable as $$
        select exists (select from public.tenants t
          where t.tenant_id is distinct from ${current} and t.passkey_domain is not null
            and ${isWithin('name', 't.passkey_domain')})
      $$`,
    `create function has_foreign_tenants(domain text)
      returns boolean
      language sql security definer set search_path = pg_catalog, public, pg_temp stable as $$
        select exists (select from public.host_names h
            where h.tenant_id is distinct from ${current} and ${isWithin('h.host', 'domain')})
          or exists (select from public.tenants t
            where t.tenant_id is distinct from ${current} and t.passkey_domain is not null
              and ${isWithin('t.passkey_domain', 'domain')})
      $$`,
    ...['is_in_foreign_passkey_domain(text)', 'has_foreign_tenants(text)'].flatMap((signature) => [
      `revoke all on function ${signature} from public`,
      `grant execute on function ${signature} to signet_runtime`,
    ]),
  ],
}
