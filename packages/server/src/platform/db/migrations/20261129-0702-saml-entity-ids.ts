import type { Migration } from '../migration.ts'

/**
 * Several applications may have one entity ID; one of them is answered where a request names no
 * consumer. The constraint becomes an index of the same name over the defaults alone: a release that
 * knows nothing of it makes defaults only, and is refused as before.
 */
export const migration: Migration = {
  statements: [
    `alter table saml_applications add column entity_default boolean not null default true`,
    `alter table saml_applications drop constraint saml_applications_entity`,
    `create unique index saml_applications_entity on saml_applications (tenant_id, entity_id)
      where entity_default`,
    `create index saml_applications_by_entity on saml_applications (tenant_id, entity_id)`,
  ],
}
