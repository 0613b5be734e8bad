import { connect, type Http } from '../load/http.ts'
import type { Measured } from '../machine/cpu.ts'
import type { Postgres } from '../machine/postgres.ts'
import { type Service, startService } from '../machine/service.ts'
import { environment, host, serviceFlags } from './environment.ts'

/** The service under measurement, on a core it shares with its database. */
export interface Signet {
  readonly service: Service
  readonly http: Http
  readonly measured: Measured
  readonly env: Readonly<Record<string, string>>
  stop(): Promise<void>
}

interface Wanted {
  readonly postgres: Postgres
  readonly database: string
  readonly port: number
  readonly env?: Readonly<Record<string, string>>
  /** On the database's core unless told otherwise. */
  readonly cores?: 'one' | 'both'
  /** Flags of Node, for profiles. */
  readonly nodeArgs?: readonly string[]
}

/** A public call through the whole path of a request, the database included. */
export const firstPath = '/api/web/v1/subscribers/get'

export const startSignet = async (wanted: Wanted): Promise<Signet> => {
  const { port } = wanted
  const database = wanted.postgres.url(wanted.database)
  const env = { ...environment({ port, database }), ...wanted.env }
  const service = await startService({
    script: 'packages/server/dist/main.js',
    nodeArgs: [...serviceFlags, ...(wanted.nodeArgs ?? [])],
    env,
    host,
    port,
    path: firstPath,
    pinned: wanted.cores !== 'both',
  })
  const http = connect(service.url)
  return {
    service,
    http,
    measured: { serverPid: service.pid, postgresPid: wanted.postgres.pid },
    env,
    stop: async () => {
      await http.close()
      await service.stop()
    },
  }
}
