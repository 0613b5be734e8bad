import { type Migration, tenantTable } from '../migration.ts'

/** What calls have to say, until the provider that places them has fetched it. */
export const migration: Migration = {
  statements: [
    `create table voice_responses (
      tenant_id uuid not null references tenants,
      id uuid not null,
      token_hash bytea not null,
      sealed bytea not null,
      locale text not null,
      expires_at timestamptz not null,
      primary key (tenant_id, id),
      unique (tenant_id, token_hash)
    )`,
    `create index voice_responses_by_end on voice_responses (tenant_id, expires_at)`,
    ...tenantTable('voice_responses'),
  ],
}
