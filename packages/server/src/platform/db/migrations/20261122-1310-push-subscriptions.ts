import type { Migration } from '../migration.ts'

/** A push is worth little after a minute: it is tried again at once, or not at all. */
const queue = {
  policy: 'standard',
  retryLimit: 3,
  retryDelay: 2,
  retryBackoff: true,
  expireInSeconds: 60,
}

/** How apps are woken that are not open. */
export const migration: Migration = {
  statements: [
    `alter table soft_token_devices add column sealed_subscription bytea`,
    `select pgboss.create_queue('pushes', '${JSON.stringify(queue)}')`,
  ],
}
