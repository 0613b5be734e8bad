import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { riskActions } from '@signet/rules/risk/score'
import { z } from 'zod'
import type { Former, Outcomes } from './replay.ts'
import type { Plans } from './replay-plans.ts'

/** Null where the record does not hold what it hangs on. */
const Action = z.enum(riskActions).nullable()
const Answer = z.array(z.object({ before: Action, after: Action }).nullable())

interface Replay {
  /** Outcomes of decisions in their order, null where no rules stood. @throws when the thread has ended */
  readonly judge: (decisions: readonly Former[]) => Promise<readonly (Outcomes | null)[]>
  readonly close: () => Promise<void>
  /** It wants to know what people hold. */
  readonly walksFlows: boolean
}

const patienceMillis = 30_000

/** A thread that judges former decisions by these plans. */
export const openReplay = (plans: Plans): Replay => {
  const thread = new Worker(new URL('./replay.worker.ts', import.meta.url), {
    workerData: plans,
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  })
  thread.unref()
  return {
    walksFlows: plans.walksFlows,
    judge: async (decisions) => {
      const answered = once(thread, 'message', { signal: AbortSignal.timeout(patienceMillis) })
      thread.postMessage(decisions)
      const [message] = await answered
      return Answer.parse(message)
    },
    close: async () => {
      await thread.terminate()
    },
  }
}
