import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { CredentialFailures } from './credential-failures.ts'
import type { Database } from './db/database.ts'
import type { Dns } from './dns.ts'
import type { Hashes } from './hashes.ts'
import type { Ids } from './ids.ts'
import type { LimitedCallers } from './limited-callers.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail.ts'
import type { Metrics } from './metrics.ts'
import type { Outbound } from './outbound.ts'
import type { Places } from './places.ts'
import type { Queue } from './queue.ts'
import type { RejectionMeter } from './rejection-meter.ts'
import type { Secrets } from './secrets.ts'
import type { KeyRing } from './signing-keys/key-ring.ts'
import type { TokenAlgorithms } from './token-algorithms.ts'

/** Everything outside the process, each part behind its own small interface. */
export interface Platform {
  readonly config: Config
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly metrics: Metrics
  readonly database: Database
  readonly secrets: Secrets
  readonly keyRing: KeyRing
  readonly hashes: Hashes
  readonly mailer: Mailer
  readonly outbound: Outbound
  readonly dns: Dns
  readonly queue: Queue
  readonly places: Places
  readonly rejections: RejectionMeter
  readonly limitedCallers: LimitedCallers
  readonly credentialFailures: CredentialFailures
  /** Of tokens whose algorithm is their maker's. */
  readonly tokenAlgorithms: TokenAlgorithms
}
