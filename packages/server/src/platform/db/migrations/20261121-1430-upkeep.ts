import type { Migration } from '../migration.ts'

/** A mail is tried for a day: pauses that double from half a minute on, then one each hour. */
const mail = `update pgboss.queue set retry_limit = 32 where name = 'mail'`

const keyRotation = `
  update pgboss.queue set retry_limit = 30, retry_delay = 5 where name = 'key-rotation'`

/** A job whose node was killed is taken up within a minute, however long it may run. */
const heartbeat = `update pgboss.queue set heartbeat_seconds = 30`

export const migration: Migration = {
  statements: [
    `create table leases (
      name text primary key,
      node_id uuid not null references nodes on delete cascade
    )`,
    `grant select, insert, update, delete on leases to signet_runtime`,
    mail,
    keyRotation,
    heartbeat,
    `select pgboss.delete_queue('maintenance')`,
  ],
}
