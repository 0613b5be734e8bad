import { type Migration, tenantTable } from '../migration.ts'

export const migration: Migration = {
  statements: [
    `create table magic_links (
      tenant_id uuid not null,
      id uuid not null,
      kind text not null,
      token_hash bytea not null,
      subject text not null,
      user_id uuid,
      transaction_id uuid,
      waiting jsonb,
      email text,
      redirect_url text,
      auto_send boolean not null default true,
      address text,
      user_agent text,
      state text not null default 'OPEN',
      created_at timestamptz not null,
      expires_at timestamptz not null,
      resend_after timestamptz not null,
      primary key (tenant_id, id),
      unique (tenant_id, token_hash),
      unique (tenant_id, transaction_id),
      foreign key (tenant_id, user_id) references users on delete cascade
    )`,
    `create unique index magic_links_issued on magic_links (tenant_id, user_id)
      where kind = 'ISSUED'`,
    `create index magic_links_of_user on magic_links (tenant_id, user_id)`,
    `create index magic_links_by_end on magic_links (tenant_id, expires_at)`,
    ...tenantTable('magic_links'),
  ],
}
