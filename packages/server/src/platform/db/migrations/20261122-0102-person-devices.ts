import { type Migration, tenantTable } from '../migration.ts'

const ofUser = 'foreign key (tenant_id, user_id) references users on delete cascade'

export const migration: Migration = {
  statements: [
    `create table activesync_devices (
      tenant_id uuid not null,
      user_id uuid not null,
      device_id text not null,
      name text,
      model text,
      operating_system text,
      access text not null,
      first_synced_at timestamptz,
      last_synced_at timestamptz,
      reported_at timestamptz not null,
      primary key (tenant_id, user_id, device_id),
      ${ofUser}
    )`,
    ...tenantTable('activesync_devices'),
    `create table desktops (
      tenant_id uuid not null,
      id uuid not null,
      user_id uuid not null,
      name text not null,
      operating_system text,
      sealed_secret bytea not null,
      registered_at timestamptz not null,
      renewed_at timestamptz not null,
      offline_until timestamptz not null,
      primary key (tenant_id, id),
      ${ofUser}
    )`,
    `create index desktops_of_user on desktops (tenant_id, user_id)`,
    ...tenantTable('desktops'),
    `create table faces (
      tenant_id uuid not null,
      id uuid not null,
      user_id uuid not null,
      state text not null,
      applicant text not null,
      run text not null,
      flow text not null,
      registered_at timestamptz not null,
      expires_at timestamptz not null,
      activated_at timestamptz,
      last_used_at timestamptz,
      primary key (tenant_id, id),
      unique (tenant_id, user_id),
      ${ofUser}
    )`,
    `create unique index faces_by_run on faces (tenant_id, run)`,
    ...tenantTable('faces'),
    `create table face_checks (
      tenant_id uuid not null,
      run text not null,
      transaction_id uuid not null,
      face_id uuid not null,
      state text not null,
      started_at timestamptz not null,
      expires_at timestamptz not null,
      primary key (tenant_id, run),
      foreign key (tenant_id, face_id) references faces on delete cascade
    )`,
    `create index face_checks_of_transaction on face_checks (tenant_id, transaction_id)`,
    `create index face_checks_by_end on face_checks (tenant_id, expires_at)`,
    ...tenantTable('face_checks'),
  ],
}
