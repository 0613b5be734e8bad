import { type Migration, tenantTable } from '../migration.ts'

/** What a session has asked to prove: the code itself stands in `otps`, under this id. */
export const migration: Migration = {
  statements: [
    `create table contact_challenges (
      tenant_id uuid not null,
      session_id uuid not null,
      purpose text not null,
      attribute text not null,
      id uuid not null,
      user_id uuid not null,
      value text,
      tries integer not null default 0,
      expires_at timestamptz not null,
      primary key (tenant_id, session_id, purpose, attribute),
      foreign key (tenant_id, session_id) references sessions on delete cascade,
      foreign key (tenant_id, user_id) references users on delete cascade
    )`,
    `create index contact_challenges_by_end on contact_challenges (tenant_id, expires_at)`,
    `create index contact_challenges_of_user on contact_challenges (tenant_id, user_id)`,
    ...tenantTable('contact_challenges'),
  ],
}
