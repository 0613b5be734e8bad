import { getConstructionPlans } from 'pg-boss'
import type { Migration } from '../migration.ts'

/**
 * pg-boss's own schema, version 43, without its BEGIN and COMMIT: a migration has its own. When
 * the library's version rises, a new migration runs its `getMigrationPlans` where
 * `pgboss.version` is lower.
 */
const schema = (): string => {
  const framed = /^\s*BEGIN;([\s\S]*)COMMIT;\s*$/.exec(getConstructionPlans('pgboss'))
  if (framed?.[1] === undefined) throw new Error('the construction plans of pg-boss have changed')
  return framed[1]
}

/**
 * Queues are made here and never at run time: a queue that pg-boss does not know yet it looks up
 * on a second connection, which the embedded database does not have inside a transaction.
 */
const queues = {
  mail: { retryLimit: 12, retryDelay: 30, retryBackoff: true, retryDelayMax: 3_600 },
  'audit-fanout': { retryLimit: 12, retryDelay: 10, retryBackoff: true, retryDelayMax: 3_600 },
  maintenance: { retryLimit: 2, retryDelay: 60, expireInSeconds: 3_600 },
  'key-rotation': { retryLimit: 5, retryDelay: 60, retryBackoff: true, expireInSeconds: 3_600 },
}

export const migration: Migration = {
  statements: [
    schema(),
    `revoke create on schema pgboss from public`,
    `grant usage on schema pgboss to signet_runtime`,
    `grant select, insert, update, delete on all tables in schema pgboss to signet_runtime`,
    `grant execute on all functions in schema pgboss to signet_runtime`,
    ...Object.entries(queues).map(
      ([name, options]) =>
        `select pgboss.create_queue('${name}', '${JSON.stringify({ policy: 'standard', ...options })}')`,
    ),
  ],
}
