import { type Migration, tenantTable } from '../migration.ts'

/** Which sessions began by an account elsewhere: to sign out there, and when people do so there. */
export const migration: Migration = {
  statements: [
    `alter table upstream_proofs
      add column subject text collate "C",
      add column session_index text,
      add column sealed_ticket bytea`,
    `create table upstream_sessions (
      tenant_id uuid not null,
      session_id uuid not null,
      provider_id uuid not null,
      subject text collate "C" not null,
      session_index text,
      sealed_ticket bytea not null,
      signed_in_at timestamptz not null,
      primary key (tenant_id, session_id, provider_id),
      foreign key (tenant_id, session_id) references sessions (tenant_id, id) on delete cascade,
      foreign key (tenant_id, provider_id) references identity_providers on delete cascade
    )`,
    `create index upstream_sessions_by_subject on upstream_sessions (tenant_id, provider_id, subject)`,
    ...tenantTable('upstream_sessions'),
  ],
}
