import type { FastifyInstance } from 'fastify'
import { handleJobs, runnable } from '../kit/jobs.ts'
import { checkHeldStatements } from '../modules/access/weakest-ways/index.ts'
import { workOnWhatIf } from '../modules/access/what-ifs/index.ts'
import { samlService } from '../modules/applications/identity-providers/index.ts'
import { gridJobs } from '../modules/authenticators/grids/index.ts'
import {
  assignedTokensJob,
  unassignedTokensJob,
} from '../modules/authenticators/hardware-tokens/index.ts'
import { mailNotices } from '../modules/authenticators/notices/index.ts'
import { deliverPush } from '../modules/authenticators/soft-tokens/index.ts'
import { sessionContexts } from '../modules/identity/principals/index.ts'
import { userListJob } from '../modules/identity/users/index.ts'
import { judgePrinters } from '../modules/issuance/alerts/index.ts'
import { workOnPass } from '../modules/issuance/flash-passes/index.ts'
import { createPrintDispatcher } from '../modules/issuance/print-jobs/index.ts'
import { workOnWriteBack } from '../modules/issuance/write-backs/index.ts'
import { workOnArchive } from '../modules/operations/archives/index.ts'
import {
  auditEventJob,
  fanOutAuditEvents,
  sequenceAuditEvents,
} from '../modules/operations/audit-events/index.ts'
import { createExportWork } from '../modules/operations/list-exports/index.ts'
import { workOnReport } from '../modules/operations/saved-reports/index.ts'
import { runDueTasks, workOnRun } from '../modules/operations/scheduled-tasks/index.ts'
import { createForwarder } from '../modules/operations/syslog-applications/index.ts'
import { createDispatcher, webhookConsumer } from '../modules/operations/webhooks/index.ts'
import { writeLimitedCallers } from '../modules/provider/rate-limiting/index.ts'
import { workOnRollout } from '../modules/provider/settings-templates/index.ts'
import { eraseDueTenants, tenantCreation } from '../modules/provider/tenants/index.ts'
import { workOnRotation } from '../modules/tenancy/keys/index.ts'
import type { Dispatcher } from '../modules/tenancy/leased-turns/index.ts'
import { writeRejectionCounts } from '../modules/tenancy/rejections/index.ts'
import type { Platform } from '../platform/platform.ts'
import { sendPing } from '../protocols/oidc/ciba/sign-in-pings.ts'
import { enqueueSignOuts, workOnSignOut } from '../protocols/saml/ended-sessions.ts'
import { allRoutes } from './areas.ts'
import { workOnBulkOperation } from './bulk-work.ts'
import { createClockCheck } from './clock-check.ts'
import { createIsolationWork } from './isolation.ts'
import { workOnMail } from './mail-jobs.ts'
import type { Nodes } from './nodes.ts'
import type { SharedLimits } from './shared-limits.ts'
import { handleInTenant, tenantContexts } from './tenant-jobs.ts'
import { ensurePartitions } from './upkeep/partitions.ts'
import { bindAllPasswords } from './upkeep/password-bindings.ts'
import { sweepAll } from './upkeep/sweep.ts'

interface Workers {
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
    kinds: [
      runnable(userListJob),
      runnable(auditEventJob),
      runnable(assignedTokensJob),
      runnable(unassignedTokensJob),
      ...gridJobs.map(runnable),
      runnable(tenantCreation),
    ],
    contextOf: sessionContexts(platform),
  })

const hour = 3_600_000

interface Parts {
  readonly platform: Platform
  readonly nodes: Nodes
  readonly app: FastifyInstance
  readonly limits: SharedLimits
  readonly dispatcher: Dispatcher
  readonly forwarder: Dispatcher
  readonly printing: Dispatcher
}

const regular = ({ platform, nodes, limits }: Parts): readonly Repeated[] => [
  { name: 'heartbeat', pauseMillis: 5000, work: () => nodes.beat() },
  { name: 'request counts', pauseMillis: 1000, work: () => limits.exchange() },
  // An outage of changes ends here where no load balancer asks for readiness.
  { name: 'database check', pauseMillis: 15_000, work: () => platform.database.ping() },
  { name: 'limited callers', pauseMillis: 60_000, work: () => writeLimitedCallers(platform) },
  { name: 'clock check', pauseMillis: 60_000, work: createClockCheck(platform) },
  { name: 'partitions', pauseMillis: 24 * hour, work: () => ensurePartitions(platform) },
  {
    name: 'sweep',
    pauseMillis: hour,
    afterMillis: 60_000,
    work: (isStopped) =>
      sweepAll(platform, { mayGoOn: async () => !isStopped() && (await nodes.holds('sweep')) }),
  },
  {
    name: 'password bindings',
    pauseMillis: hour,
    work: (isStopped) => bindAllPasswords(platform, async () => !isStopped()),
  },
  {
    name: 'held statements',
    pauseMillis: 60_000,
    afterMillis: 60_000,
    work: () => checkHeldStatements(platform, tenantContexts(platform, 'held-statements')),
  },
  {
    name: 'provider metadata',
    pauseMillis: 60_000,
    afterMillis: 60_000,
    work: () =>
      samlService.refreshMetadata(platform, tenantContexts(platform, 'provider-metadata')),
  },
]

const erasure = ({ platform, nodes }: Parts): Repeated => ({
  name: 'tenant erasure',
  pauseMillis: 60_000,
  afterMillis: 60_000,
  work: (isStopped) =>
    eraseDueTenants(platform, tenantContexts(platform, 'tenant-erasure'), {
      mayGoOn: async () => !isStopped() && (await nodes.holds('tenant erasure')),
    }),
})

const isolation = ({ platform, nodes, app }: Parts): Repeated => {
  const work = createIsolationWork(platform, app)
  return {
    name: 'isolation',
    pauseMillis: 30_000,
    afterMillis: 60_000,
    work: (isStopped) => work(isStopped, () => nodes.holds('isolation')),
  }
}

const upkeep = (parts: Parts): readonly Repeated[] => [
  ...regular(parts),
  erasure(parts),
  isolation(parts),
]

const writeCounts = (platform: Platform, which: 'ended' | 'all'): Promise<void> =>
  writeRejectionCounts(platform, tenantContexts(platform, 'rejections'), which)

/** What is only in memory yet. */
const writeAllCounts = async (platform: Platform): Promise<void> => {
  await writeCounts(platform, 'all')
  await writeLimitedCallers(platform)
}

const repeated = ({ platform, dispatcher, forwarder, printing }: Parts): readonly Repeated[] => [
  {
    name: 'audit sequencer',
    pauseMillis: 1000,
    work: () => sequenceAuditEvents(platform, mailNotices(platform)),
  },
  {
    name: 'audit fan-out',
    pauseMillis: 1000,
    work: (isStopped) =>
      fanOutAuditEvents(platform, [webhookConsumer(platform)], () => !isStopped()),
  },
  { name: 'webhook deliveries', pauseMillis: 500, work: () => dispatcher.look() },
  { name: 'syslog', pauseMillis: 1000, work: () => forwarder.look() },
  { name: 'printing', pauseMillis: 1000, work: () => printing.look() },
  {
    name: 'scheduled tasks',
    pauseMillis: 5000,
    work: () => runDueTasks(platform, tenantContexts(platform, 'scheduled-tasks')),
  },
  {
    name: 'printer alerts',
    pauseMillis: 5000,
    work: () => judgePrinters(platform, tenantContexts(platform, 'printer-alerts')),
  },
  {
    name: 'rejection counts',
    pauseMillis: 10_000,
    work: () => writeCounts(platform, 'ended'),
  },
  {
    name: 'sign-outs',
    pauseMillis: 1000,
    work: () => enqueueSignOuts(platform, tenantContexts(platform, 'sign-outs')),
  },
]

/** What is carried to wallets, external databases and the tenants of a provider. */
const handleDeliveries = async (platform: Platform): Promise<void> => {
  await handleInTenant(platform, { queue: 'flash-passes', work: workOnPass })
  await handleInTenant(platform, { queue: 'write-backs', work: workOnWriteBack })
  await handleInTenant(platform, { queue: 'settings-rollouts', work: workOnRollout })
}

/** What this node does beside answering requests. */
export const startWorkers = async (
  platform: Platform,
  nodes: Nodes,
  { limits, app }: Pick<Parts, 'limits' | 'app'>,
): Promise<Workers> => {
  await nodes.beat()
  await platform.queue.start()
  await handleSubmitted(platform)
  await handleInTenant(platform, { queue: 'key-rotation', work: workOnRotation })
  await handleInTenant(platform, { queue: 'mail', work: workOnMail })
  await handleInTenant(platform, { queue: 'pushes', work: deliverPush })
  const dispatcher = createDispatcher(platform)
  const forwarder = createForwarder(platform)
  const printing = createPrintDispatcher(platform)
  const parts = { platform, nodes, app, limits, dispatcher, forwarder, printing }
  const workers = [...repeated(parts), ...upkeep(parts)].map((each) => repeat(platform, each))
  await handleInTenant(platform, { queue: 'bulk-operations', work: workOnBulkOperation })
  await handleInTenant(platform, { queue: 'audit-archives', work: workOnArchive })
  await handleInTenant(platform, { queue: 'reports', work: workOnReport })
  await handleInTenant(platform, { queue: 'list-exports', work: createExportWork(allRoutes) })
  await handleInTenant(platform, { queue: 'scheduled-tasks', work: workOnRun })
  await handleInTenant(platform, { queue: 'what-ifs', work: workOnWhatIf })
  await handleInTenant(platform, { queue: 'sign-outs', work: workOnSignOut })
  await handleInTenant(platform, { queue: 'sign-in-pings', work: sendPing })
  await handleDeliveries(platform)
  return {
    stop: async () => {
      await Promise.all([
        platform.queue.stop(),
        dispatcher.stop(),
        forwarder.stop(),
        printing.stop(),
        ...workers.map((worker) => worker.stop()),
      ])
      await writeAllCounts(platform)
      await nodes.leave()
    },
  }
}
