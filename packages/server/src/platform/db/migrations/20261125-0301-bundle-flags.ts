import type { Migration } from '../migration.ts'

/** Flags that stand above those of a tenant's bundles: its provider sets them, a lock ends by itself. */
export const migration: Migration = {
  statements: [`alter table tenants add bundle_flags jsonb not null default '{}'`],
}
