import type { Platform } from '../platform/platform.ts'
import { version } from './version.ts'

const aliveMillis = 30_000

export interface Nodes {
  /** How many nodes live on this database, this one included. */
  live(): number
  /** Shows that this node lives, and counts the others. */
  beat(): Promise<void>
  leave(): Promise<void>
}

/** This node among those on one database; request limits are shared between them. */
export const createNodes = ({ database, ids, clock }: Platform): Nodes => {
  const id = ids.uuid()
  const startedAt = clock.now()
  let live = 1
  return {
    live: () => live,
    async beat() {
      const now = clock.now()
      await database.system
        .insertInto('nodes')
        .values({ id, started_at: startedAt, seen_at: now, version })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: now }))
        .execute()
      const since = new Date(now.getTime() - aliveMillis)
      await database.system.deleteFrom('nodes').where('seen_at', '<', since).execute()
      const row = await database.system
        .selectFrom('nodes')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirst()
      live = Math.max(1, Number(row?.count ?? 1))
    },
    leave: async () => {
      await database.system.deleteFrom('nodes').where('id', '=', id).execute()
    },
  }
}
