import type { Migration } from '../migration.ts'

/** A mail is tried for a day: pauses that double from half a minute on, then one each hour. */
const mail = `update pgboss.queue set retry_limit = 32, expire_seconds = 120 where name = 'mail'`

/** A job is a few batches; one whose node was killed is taken up within two minutes. */
const keyRotation = `
  update pgboss.queue set retry_limit = 30, retry_delay = 5, expire_seconds = 60
  where name = 'key-rotation'`

export const migration: Migration = {
  statements: [
    `create table leases (
      name text primary key,
      node_id uuid not null references nodes on delete cascade
    )`,
    `grant select, insert, update, delete on leases to signet_runtime`,
    mail,
    keyRotation,
    `select pgboss.delete_queue('maintenance')`,
  ],
}
