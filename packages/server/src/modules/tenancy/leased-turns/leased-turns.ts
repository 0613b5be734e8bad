import type { Context } from '../../../kit/context.ts'
import { systemContext } from '../../../kit/create-context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createTenantFinder } from '../tenants/index.ts'

/** Work of any tenant that one node has leased for a while. */
interface Leased {
  readonly tenant_id: string
}

interface Queue<Item extends Leased> {
  /** How much of it one node works on at a time. */
  readonly places: number
  readonly claim: (lease: {
    readonly leaseId: string
    readonly most: number
  }) => Promise<readonly Item[]>
}

interface Turns<Item extends Leased> {
  /** Who is named as the actor. */
  readonly name: string
  /** All queues together; each is looked at in its order. */
  readonly places: number
  readonly queues: readonly Queue<Item>[]
  /** Logged with the item when a turn fails: its lease ends by itself, and some node tries again. */
  readonly failed: string
  readonly takeTurn: (
    ctx: Context,
    item: Item,
    turn: { readonly leaseId: string; readonly isStopped: () => boolean },
  ) => Promise<void>
}

export interface Dispatcher {
  /** Takes up everything there is work for and room; does not wait for it. */
  look(): Promise<void>
  /** Waits until nothing is being done: tests. */
  idle(): Promise<void>
  /** Begins nothing any more, and waits for what runs, at most 5 s. */
  stop(): Promise<void>
}

const stopMillis = 5000

const waited = (millis: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, millis).unref()
  })

/** Takes a turn with an item in its tenant's context. */
const serverOf = <Item extends Leased>(
  platform: Platform,
  { name, takeTurn }: Turns<Item>,
  isStopped: () => boolean,
) => {
  const tenants = createTenantFinder(platform.database)
  return async (item: Item, leaseId: string): Promise<void> => {
    const tenant = await tenants.byId(item.tenant_id)
    if (tenant === null || tenant.locked) return
    await takeTurn(systemContext(platform, { tenant, name }), item, { leaseId, isStopped })
  }
}

/** Works for all tenants on this node, each item in turns of a few seconds. */
export const dispatchLeased = <Item extends Leased>(
  platform: Platform,
  turns: Turns<Item>,
): Dispatcher => {
  const { places, queues, failed } = turns
  const running = new Map<Promise<void>, Queue<Item>>()
  let stopped = false

  const serve = serverOf(platform, turns, () => stopped)

  const begin = (item: Item, leaseId: string, queue: Queue<Item>): void => {
    const turn: Promise<void> = serve(item, leaseId)
      .catch((error: unknown) => platform.log.warn({ err: error, item }, failed))
      .finally(() => running.delete(turn))
    running.set(turn, queue)
  }

  const roomFor = (queue: Queue<Item>): number => {
    const taken = [...running.values()].filter((each) => each === queue).length
    return Math.min(places - running.size, queue.places - taken)
  }

  return {
    look: async () => {
      for (const queue of queues) {
        const most = roomFor(queue)
        if (stopped || most <= 0) continue
        const leaseId = platform.ids.uuid()
        for (const item of await queue.claim({ leaseId, most })) begin(item, leaseId, queue)
      }
    },
    idle: async () => {
      while (running.size > 0) await Promise.all(running.keys())
    },
    stop: async () => {
      stopped = true
      await Promise.race([Promise.all(running.keys()), waited(stopMillis)])
    },
  }
}
