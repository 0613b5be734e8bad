import { handleJobs, runnable } from '../kit/jobs.ts'
import { sessionContexts } from '../modules/identity/principals/index.ts'
import { userListJob } from '../modules/identity/users/index.ts'
import { auditEventJob, sequenceAuditEvents } from '../modules/operations/audit-events/index.ts'
import type { Platform } from '../platform/platform.ts'
import type { Nodes } from './nodes.ts'

export interface Workers {
  stop(): Promise<void>
}

interface Repeated {
  readonly name: string
  readonly pauseMillis: number
  readonly work: () => Promise<unknown>
}

/** Runs `work` again and again with a pause between, until stopped; a failure is logged. */
const repeat = (platform: Platform, { name, pauseMillis, work }: Repeated): Workers => {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const run = async (): Promise<void> => {
    try {
      await work()
    } catch (error) {
      platform.log.warn({ err: error }, `${name} failed`)
    }
    if (!stopped) timer = setTimeout(next, pauseMillis)
  }
  const next = (): void => {
    running = run()
  }
  next()
  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}

/** Work that one call submits and another fetches. */
export const handleSubmitted = (platform: Platform): Promise<void> =>
  handleJobs({
    platform,
    kinds: [runnable(userListJob), runnable(auditEventJob)],
    contextOf: sessionContexts(platform),
  })

/** What this node does beside answering requests. */
export const startWorkers = async (platform: Platform, nodes: Nodes): Promise<Workers> => {
  await platform.queue.start()
  await handleSubmitted(platform)
  const workers = [
    repeat(platform, {
      name: 'audit sequencer',
      pauseMillis: 1000,
      work: () => sequenceAuditEvents(platform),
    }),
    repeat(platform, { name: 'heartbeat', pauseMillis: 5000, work: () => nodes.beat() }),
  ]
  return {
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()))
      await nodes.leave()
    },
  }
}
