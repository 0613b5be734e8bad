import { randomBytes } from 'node:crypto'

export const host = 'bench.localhost'

/** Flags of Node as the launcher sets them. */
export const serviceFlags = [
  '--max-semi-space-size=16',
  '--heap-growing-percent=60',
  '--expose-gc',
] as const

interface Wanted {
  readonly port: number
  /** The owner's address of a PostgreSQL database; null for the embedded one. */
  readonly database: string | null
  readonly dataFolder?: string
  /** 0 takes the request limits away. */
  readonly limitScale?: number
}

/** One key for the whole run: the service and the seeding open the same secrets. */
const masterKey = randomBytes(32).toString('base64')

/** What the service is started with. */
export const environment = ({ port, database, dataFolder, limitScale = 0 }: Wanted) => ({
  SIGNET_PORT: String(port),
  SIGNET_PUBLIC_URL: `http://${host}:${port}`,
  SIGNET_MASTER_KEY: masterKey,
  SIGNET_REQUEST_LIMIT_SCALE: String(limitScale),
  SIGNET_SESSION_IDLE_MINUTES: '1440',
  SIGNET_SESSION_HOURS: '24',
  ...(database === null ? {} : { SIGNET_DATABASE_OWNER_URL: database }),
  ...(dataFolder === undefined ? {} : { SIGNET_DATA: dataFolder }),
})
