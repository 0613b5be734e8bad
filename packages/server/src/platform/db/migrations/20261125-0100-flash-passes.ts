import { type Migration, tenantTable } from '../migration.ts'

const ofPass = 'foreign key (tenant_id, pass_id) references flash_passes on delete cascade'
/** A wallet that does not answer is tried again for some hours. */
const queue = {
  policy: 'standard',
  retryLimit: 10,
  retryDelay: 10,
  retryBackoff: true,
  expireInSeconds: 90,
}

/** Passes that people carry in the wallets of their phones. */
export const migration: Migration = {
  statements: [
    `create table flash_pass_batches (
      tenant_id uuid not null references tenants,
      id uuid not null,
      design_id uuid not null,
      total integer not null,
      created_at timestamptz not null,
      created_by text not null,
      primary key (tenant_id, id),
      foreign key (tenant_id, design_id) references flash_pass_designs
    )`,
    `create index flash_pass_batches_by_time on flash_pass_batches (tenant_id, created_at)`,
    `create index flash_pass_batches_of_design on flash_pass_batches (tenant_id, design_id)`,
    ...tenantTable('flash_pass_batches'),
    `create table flash_passes (
      tenant_id uuid not null,
      id uuid not null,
      batch_id uuid not null,
      position integer not null,
      design_id uuid not null,
      enrollment_id uuid,
      title text not null,
      state text not null,
      apple_at timestamptz,
      google_at timestamptz,
      claimed_at timestamptz,
      ends_at timestamptz,
      ended_at timestamptz,
      changed_at timestamptz not null,
      logged integer not null default 0,
      created_at timestamptz not null,
      created_by text not null,
      primary key (tenant_id, id),
      unique (tenant_id, batch_id, position),
      foreign key (tenant_id, batch_id) references flash_pass_batches,
      foreign key (tenant_id, design_id) references flash_pass_designs,
      foreign key (tenant_id, enrollment_id) references enrollments
        on delete set null (enrollment_id)
    )`,
    `create unique index flash_passes_live on flash_passes (tenant_id, enrollment_id)
      where state in ('ISSUED', 'CLAIMED')`,
    `create index flash_passes_of_enrollment on flash_passes (tenant_id, enrollment_id)`,
    `create index flash_passes_of_design on flash_passes (tenant_id, design_id)`,
    ...tenantTable('flash_passes'),
    `create table flash_pass_claims (
      tenant_id uuid not null,
      token_hash bytea not null,
      pass_id uuid not null,
      wallet text,
      expires_at timestamptz not null,
      primary key (tenant_id, token_hash),
      ${ofPass}
    )`,
    `create index flash_pass_claims_of_pass on flash_pass_claims (tenant_id, pass_id)`,
    `create index flash_pass_claims_by_end on flash_pass_claims (tenant_id, expires_at)`,
    ...tenantTable('flash_pass_claims'),
    `create table flash_pass_log (
      tenant_id uuid not null,
      pass_id uuid not null,
      number integer not null,
      at timestamptz not null,
      event text not null,
      detail text not null,
      primary key (tenant_id, pass_id, number),
      ${ofPass}
    )`,
    ...tenantTable('flash_pass_log'),
    `select pgboss.create_queue('flash-passes', '${JSON.stringify(queue)}')`,
  ],
}
