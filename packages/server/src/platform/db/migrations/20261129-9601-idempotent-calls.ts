import { type Migration, tenantTable } from '../migration.ts'

/** Calls with an `Idempotency-Key`, and what they were answered; null while one is at work. */
export const migration: Migration = {
  statements: [
    `create table idempotent_calls (
      tenant_id uuid not null references tenants,
      id uuid not null,
      caller text not null,
      key_hash bytea not null,
      fingerprint bytea not null,
      begun_at timestamptz not null,
      sealed_answer bytea,
      primary key (tenant_id, caller, key_hash),
      unique (tenant_id, id)
    )`,
    ...tenantTable('idempotent_calls'),
    'create index idempotent_calls_begun on idempotent_calls (tenant_id, begun_at)',
  ],
}
