import { handleJobs, runnable } from '../kit/jobs.ts'
import { deliverNotice, mailNotices } from '../modules/authenticators/notices/index.ts'
import { sessionContexts } from '../modules/identity/principals/index.ts'
import { userListJob } from '../modules/identity/users/index.ts'
import { auditEventJob, sequenceAuditEvents } from '../modules/operations/audit-events/index.ts'
import { workOnRotation } from '../modules/tenancy/keys/index.ts'
import type { Platform } from '../platform/platform.ts'
import type { Nodes } from './nodes.ts'
import { handleInTenant } from './tenant-jobs.ts'
import { ensurePartitions } from './upkeep/partitions.ts'
import { sweepAll } from './upkeep/sweep.ts'

export interface Workers {
  /** Ends what runs: at most 5 s for jobs, one batch for the rest. */
  stop(): Promise<void>
}

interface Repeated {
  readonly name: string
  readonly pauseMillis: number
  /** What can wait leaves the start to the first requests. */
  readonly afterMillis?: number
  /** Goes on with more work only while `isStopped` says no. */
  readonly work: (isStopped: () => boolean) => Promise<unknown>
}

/** Runs `work` again and again with a pause between, until stopped; a failure is logged. */
const repeat = (
  platform: Platform,
  { name, pauseMillis, afterMillis = 0, work }: Repeated,
): Workers => {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const run = async (): Promise<void> => {
    try {
      await work(() => stopped)
    } catch (error) {
      platform.log.warn({ err: error }, `${name} failed`)
    }
    if (!stopped) timer = setTimeout(next, pauseMillis)
  }
  const next = (): void => {
    running = run()
  }
  if (afterMillis > 0) timer = setTimeout(next, afterMillis)
  else next()
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

const hour = 3_600_000

const repeated = (platform: Platform, nodes: Nodes): readonly Repeated[] => [
  {
    name: 'audit sequencer',
    pauseMillis: 1000,
    work: () => sequenceAuditEvents(platform, mailNotices(platform)),
  },
  { name: 'heartbeat', pauseMillis: 5000, work: () => nodes.beat() },
  { name: 'partitions', pauseMillis: 24 * hour, work: () => ensurePartitions(platform) },
  {
    name: 'sweep',
    pauseMillis: hour,
    afterMillis: 60_000,
    work: (isStopped) =>
      sweepAll(platform, { mayGoOn: async () => !isStopped() && (await nodes.holds('sweep')) }),
  },
]

/** What this node does beside answering requests. */
export const startWorkers = async (platform: Platform, nodes: Nodes): Promise<Workers> => {
  await nodes.beat()
  await platform.queue.start()
  await handleSubmitted(platform)
  await handleInTenant(platform, { queue: 'key-rotation', work: workOnRotation })
  await handleInTenant(platform, { queue: 'mail', work: deliverNotice })
  const workers = repeated(platform, nodes).map((each) => repeat(platform, each))
  return {
    stop: async () => {
      await Promise.all([platform.queue.stop(), ...workers.map((worker) => worker.stop())])
      await nodes.leave()
    },
  }
}
