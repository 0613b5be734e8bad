import type { Migration } from '../migration.ts'

/** Header values of HTTP connectors are sealed, by the lower-case name of the header. */
export const migration: Migration = {
  statements: [`alter table http_connectors add column sealed_headers bytea`],
}
