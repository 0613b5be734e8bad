import { type Migration, tenantTable } from '../migration.ts'

/** Applications wait for it: five tries within a minute. */
const queue = {
  policy: 'standard',
  retryLimit: 4,
  retryDelay: 2,
  retryBackoff: true,
  expireInSeconds: 30,
}

/** Sign-ins that applications ask people for (OpenID Connect CIBA Core 1.0). */
export const migration: Migration = {
  statements: [
    `create table oidc_sign_in_requests (
      tenant_id uuid not null,
      id uuid not null,
      token_id bytea not null,
      user_id uuid not null,
      sealed_notification bytea,
      primary key (tenant_id, id),
      foreign key (tenant_id, token_id) references oidc_tokens on delete cascade
    )`,
    `create index oidc_sign_in_requests_of_user on oidc_sign_in_requests (tenant_id, user_id)`,
    `create index oidc_sign_in_requests_of_token on oidc_sign_in_requests (tenant_id, token_id)`,
    ...tenantTable('oidc_sign_in_requests'),
    `select pgboss.create_queue('sign-in-pings', '${JSON.stringify(queue)}')`,
  ],
}
