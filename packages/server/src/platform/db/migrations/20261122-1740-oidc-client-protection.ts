import { type Migration } from '../migration.ts'

export const migration: Migration = {
  statements: [
    `alter table oidc_applications add column protection jsonb not null default '{}'::jsonb`,
  ],
}
