import { type Migration, tenantTable } from '../migration.ts'

/** Links to WeChat accounts that were begun; those that were made are proven contacts. */
export const migration: Migration = {
  statements: [
    `create table wechat_links (
      tenant_id uuid not null,
      user_id uuid not null,
      state_hash bytea not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      primary key (tenant_id, state_hash),
      foreign key (tenant_id, user_id) references users on delete cascade
    )`,
    `create index wechat_links_of_user on wechat_links (tenant_id, user_id)`,
    `create index wechat_links_by_end on wechat_links (tenant_id, expires_at)`,
    ...tenantTable('wechat_links'),
    `create index proven_contacts_wechat on proven_contacts (tenant_id, value)
      where attribute = 'wechat'`,
  ],
}
