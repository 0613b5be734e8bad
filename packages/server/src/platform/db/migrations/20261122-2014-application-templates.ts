import type { Migration } from '../migration.ts'

/** Which product an application is, where it was added from a template. */
export const migration: Migration = {
  statements: ['alter table oidc_applications add column template_id text'],
}
