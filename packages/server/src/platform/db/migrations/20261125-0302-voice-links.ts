import { type Migration, tenantTable } from '../migration.ts'

/** Who let a voice assistant look at printers in their name; secrets by their hash. */
export const migration: Migration = {
  statements: [
    `create table voice_links (
      tenant_id uuid not null,
      user_id uuid not null,
      code_hash bytea,
      code_until timestamptz,
      refresh_hash bytea,
      former_hash bytea,
      session_id uuid,
      linked_at timestamptz,
      used_at timestamptz,
      primary key (tenant_id, user_id),
      foreign key (tenant_id, user_id) references users on delete cascade
    )`,
    `create index voice_links_of_session on voice_links (tenant_id, session_id)`,
    `create index voice_links_by_code on voice_links (tenant_id, code_hash)`,
    `create index voice_links_by_refresh on voice_links (tenant_id, refresh_hash)`,
    `create index voice_links_by_former on voice_links (tenant_id, former_hash)`,
    ...tenantTable('voice_links'),
  ],
}
