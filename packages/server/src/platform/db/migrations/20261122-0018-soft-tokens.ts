import { type Migration, tenantTable } from '../migration.ts'

const ofToken = 'foreign key (tenant_id, token_id) references tokens on delete cascade'
const ofUser = 'foreign key (tenant_id, user_id) references users on delete cascade'

export const migration: Migration = {
  statements: [
    `create table soft_token_claims (
      tenant_id uuid not null,
      claim_hash bytea not null,
      token_id uuid not null,
      expires_at timestamptz not null,
      primary key (tenant_id, claim_hash),
      ${ofToken}
    )`,
    `create index soft_token_claims_of_token on soft_token_claims (tenant_id, token_id)`,
    `create index soft_token_claims_by_end on soft_token_claims (tenant_id, expires_at)`,
    ...tenantTable('soft_token_claims'),
    `create table soft_token_devices (
      tenant_id uuid not null,
      id uuid not null,
      token_id uuid not null,
      user_id uuid not null,
      name text not null,
      platform text not null,
      public_key bytea not null,
      thumbprint text not null,
      state text not null,
      created_at timestamptz not null,
      primary key (tenant_id, id),
      unique (tenant_id, token_id),
      unique (tenant_id, thumbprint),
      ${ofToken},
      ${ofUser}
    )`,
    `create index soft_token_devices_of_user on soft_token_devices (tenant_id, user_id)`,
    ...tenantTable('soft_token_devices'),
    `create table pushes (
      tenant_id uuid not null,
      id uuid not null,
      user_id uuid not null,
      transaction_id uuid not null,
      state text not null,
      number_hmac bytea,
      details text not null,
      device_id uuid,
      signature bytea,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      answered_at timestamptz,
      consumed_at timestamptz,
      primary key (tenant_id, id),
      ${ofUser}
    )`,
    `create unique index pushes_waiting on pushes (tenant_id, user_id) where state = 'PENDING'`,
    `create index pushes_of_user on pushes (tenant_id, user_id, id)`,
    `create index pushes_of_transaction on pushes (tenant_id, transaction_id)`,
    `create index pushes_by_end on pushes (tenant_id, expires_at)`,
    ...tenantTable('pushes'),
  ],
}
