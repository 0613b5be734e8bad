import type { Migration } from '../migration.ts'

export const migration: Migration = {
  statements: [
    `alter table fido_credentials
      add column attested boolean not null default false,
      add column cloned_at timestamptz`,
    `create index fido_credentials_cloned on fido_credentials (tenant_id, cloned_at)
      where cloned_at is not null`,
  ],
}
