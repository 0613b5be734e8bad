import { type Migration, tenantTable } from '../migration.ts'

export const migration: Migration = {
  statements: [
    `create table temp_access_codes (
      tenant_id uuid not null,
      user_id uuid not null,
      code_hmac bytea not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      max_uses integer not null,
      num_uses integer not null,
      last_used_at timestamptz,
      primary key (tenant_id, user_id),
      foreign key (tenant_id, user_id) references users on delete cascade
    )`,
    ...tenantTable('temp_access_codes'),
  ],
}
