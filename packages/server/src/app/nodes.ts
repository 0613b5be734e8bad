import type { Platform } from '../platform/platform.ts'
import { version } from '../platform/version.ts'

const aliveMillis = 30_000

export interface Nodes {
  readonly id: string
  /** How many nodes live on this database, this one included. */
  live(): number
  /** Shows that this node lives, and counts the others. */
  beat(): Promise<void>
  /**
   * Whether this node is the one that does some work: whoever asks first has it until it ends or
   * does not beat any more. Ask before each batch.
   */
  holds(lease: string): Promise<boolean>
  leave(): Promise<void>
}

/** A lease goes with the row of its node. */
const holdLease = async (
  system: Platform['database']['system'],
  name: string,
  nodeId: string,
): Promise<boolean> => {
  await system
    .insertInto('leases')
    .columns(['name', 'node_id'])
    .expression((eb) =>
      eb
        .selectFrom('nodes')
        .select((row) => [row.val(name).as('name'), 'id'])
        .where('id', '=', nodeId),
    )
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const held = await system
    .selectFrom('leases')
    .select('node_id')
    .where('name', '=', name)
    .executeTakeFirst()
  return held?.node_id === nodeId
}

/** This node among those on one database. */
export const createNodes = ({ database, ids, clock }: Platform): Nodes => {
  const id = ids.uuid()
  const startedAt = clock.now()
  const { system } = database
  let live = 1
  return {
    id,
    live: () => live,
    async beat() {
      const now = clock.now()
      await system
        .insertInto('nodes')
        .values({ id, started_at: startedAt, seen_at: now, version })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: now }))
        .execute()
      const since = new Date(now.getTime() - aliveMillis)
      await system.deleteFrom('nodes').where('seen_at', '<', since).execute()
      const row = await system
        .selectFrom('nodes')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirst()
      live = Math.max(1, Number(row?.count ?? 1))
    },
    holds: (lease) => holdLease(system, lease, id),
    leave: async () => {
      await system.deleteFrom('nodes').where('id', '=', id).execute()
    },
  }
}
