import { type Migration, tenantTable } from '../migration.ts'

export const migration: Migration = {
  statements: [
    `create table machines (
      tenant_id uuid not null,
      id uuid not null,
      user_id uuid not null,
      device text not null,
      label text,
      user_agent text,
      sequence_hash bytea not null,
      pending bytea[] not null default '{}',
      rotated_at timestamptz not null,
      rotated_in uuid,
      machine_id text,
      attributes jsonb not null default '{}',
      registered_at timestamptz not null,
      last_used_at timestamptz not null,
      expires_at timestamptz not null,
      primary key (tenant_id, id),
      unique (tenant_id, user_id, device),
      foreign key (tenant_id, user_id) references users on delete cascade
    )`,
    `create index machines_by_end on machines (tenant_id, expires_at)`,
    ...tenantTable('machines'),
  ],
}
