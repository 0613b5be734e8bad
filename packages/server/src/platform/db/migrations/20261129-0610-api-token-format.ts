import type { Migration } from '../migration.ts'

/** Whether tokens for an API carry their claims, or are asked about by the API. */
export const migration: Migration = {
  statements: [
    `alter table resource_apis add column access_token_format text not null default 'jwt'
      check (access_token_format in ('jwt', 'opaque'))`,
  ],
}
