import { type Migration, tenantTable } from '../migration.ts'

export const migration: Migration = {
  statements: [
    // No foreign keys on what every sign-in writes: each would lock the row it points to. Ids of
    // transactions are UUIDv7, so old rows are found by their keys.
    `create table sign_in_attempts (
      tenant_id uuid not null,
      transaction_id uuid not null,
      attempt_key bytea not null,
      factor text not null,
      cost integer not null,
      reserved_at timestamptz not null,
      answer bytea,
      primary key (tenant_id, transaction_id, attempt_key)
    ) with (fillfactor = 70)`,
    ...tenantTable('sign_in_attempts'),
    `create table sign_in_evidence (
      tenant_id uuid not null,
      transaction_id uuid not null,
      step smallint not null,
      user_id uuid not null,
      authenticator text not null,
      authenticator_id text,
      class text not null,
      channel text not null,
      key_thumbprint text,
      device text,
      proven_at timestamptz not null,
      decision jsonb,
      session_id uuid,
      primary key (tenant_id, transaction_id, step)
    )`,
    ...tenantTable('sign_in_evidence'),
    `create table setup_links (
      tenant_id uuid not null references tenants,
      token_hash bytea not null,
      kind text not null,
      user_id uuid,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      primary key (tenant_id, token_hash)
    )`,
    ...tenantTable('setup_links'),
  ],
}
