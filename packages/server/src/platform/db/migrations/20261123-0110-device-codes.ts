import { type Migration, tenantTable } from '../migration.ts'

export const migration: Migration = {
  statements: [
    `alter table oidc_applications add column device jsonb not null default '{}'::jsonb`,
    `create table oidc_device_codes (
      tenant_id uuid not null,
      user_code_hmac bytea not null,
      token_id bytea not null,
      primary key (tenant_id, user_code_hmac),
      foreign key (tenant_id, token_id) references oidc_tokens on delete cascade
    )`,
    `create index oidc_device_codes_of_token on oidc_device_codes (tenant_id, token_id)`,
    ...tenantTable('oidc_device_codes'),
  ],
}
