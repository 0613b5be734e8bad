import type { Migration } from '../migration.ts'

/** Applications that have registered by themselves have a token of their own. */
export const migration: Migration = {
  statements: [`alter table oidc_applications add column registration_hash text`],
}
