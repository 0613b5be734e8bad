import { type Migration, tenantTable } from '../migration.ts'

/** Phones that are told when a pass of Apple Wallet has changed. */
export const migration: Migration = {
  statements: [
    `create table flash_pass_registrations (
      tenant_id uuid not null,
      id uuid not null,
      pass_id uuid not null,
      device_hash bytea not null,
      sealed_push_token bytea not null,
      registered_at timestamptz not null,
      over_at timestamptz,
      primary key (tenant_id, id),
      unique (tenant_id, pass_id, device_hash),
      foreign key (tenant_id, pass_id) references flash_passes on delete cascade
    )`,
    `create index flash_pass_registrations_of_device
      on flash_pass_registrations (tenant_id, device_hash)`,
    `create index flash_pass_registrations_by_end on flash_pass_registrations (tenant_id, over_at)`,
    `create index flash_passes_of_design_by_id on flash_passes (tenant_id, design_id, id)`,
    ...tenantTable('flash_pass_registrations'),
  ],
}
