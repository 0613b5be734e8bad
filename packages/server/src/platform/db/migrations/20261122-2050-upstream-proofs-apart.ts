import type { Migration } from '../migration.ts'

/** Each insert would lock its provider's row; a proof of a provider that is gone proves nothing. */
export const migration: Migration = {
  statements: [
    `alter table upstream_proofs drop constraint upstream_proofs_tenant_id_provider_id_fkey`,
    `drop index upstream_proofs_of_provider`,
  ],
}
