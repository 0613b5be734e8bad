import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { replay } from './replay.ts'
import { Plans } from './replay-plans.ts'

/** In a thread of its own: sign-ins do not wait for former ones to be judged again. */
const plans = Plans.parse(workerData)
const Decisions = z.array(
  z.object({
    record: z.string(),
    groups: z.array(z.string()),
    holder: z.object({ administrator: z.boolean(), held: z.array(z.string()) }).nullable(),
  }),
)

parentPort?.on('message', (message: unknown) => {
  parentPort?.postMessage(Decisions.parse(message).map((one) => replay(one, plans)))
})
