import { clientsOf } from './clients.ts'
import type { AgentConfig } from './config.ts'
import { createDuplicates } from './duplicates.ts'
import { createFaults } from './faults.ts'
import { type Log, seldom } from './log.ts'
import { listenRadSec } from './radsec.ts'
import { createRates } from './rates.ts'
import { createService } from './service.ts'
import { listenUdp } from './udp.ts'

/** How soon a change of an administrator's holds. */
const refreshMillis = 5000

interface RunningAgent {
  readonly authPort: number
  readonly acctPort: number
  readonly tlsPort: number | null
  close(): Promise<void>
}

const portOf = (address: string | { readonly port: number } | null): number =>
  address === null || typeof address === 'string' ? 0 : address.port

/**
 * Serves the clients of this agent's applications until it is closed. What it was told last holds
 * while the service is away; without the service nobody gets in.
 * @throws when the service does not know it
 */
export const startAgent = async (config: AgentConfig, log: Log): Promise<RunningAgent> => {
  const service = createService(config)
  const tell = seldom(log)
  const faults = createFaults()
  let { revision, applications } = await service.configuration(null)
  let clients = clientsOf(applications ?? [])
  const refresh = async (): Promise<void> => {
    try {
      const told = await service.configuration(revision, faults.take())
      if (told.applications === null) return
      revision = told.revision
      applications = told.applications
      clients = clientsOf(applications)
      log('configured', { applications: applications.length })
    } catch (error) {
      tell('service_away', { reason: error instanceof Error ? error.message : '' })
    }
  }
  const timer = setInterval(() => void refresh(), refreshMillis)
  const receiving = { service, duplicates: createDuplicates(), mayAsk: createRates(), faults, tell }
  const shared = { listen: config.listen, clients: () => clients, receiving }
  const auth = await listenUdp({ ...shared, port: config.authPort, kind: 'AUTH' })
  const acct = await listenUdp({ ...shared, port: config.acctPort, kind: 'ACCT' })
  const tls =
    config.radSec === null ? null : await listenRadSec(config.radSec, config.listen, shared)
  return {
    authPort: auth.address().port,
    acctPort: acct.address().port,
    tlsPort: tls === null ? null : portOf(tls.address()),
    async close() {
      clearInterval(timer)
      auth.close()
      acct.close()
      tls?.close()
      service.close()
    },
  }
}
