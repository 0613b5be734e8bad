import { systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { createCredentialFailures } from '../platform/credential-failures.ts'
import { openDatabase } from '../platform/db/open.ts'
import { systemDns } from '../platform/dns.ts'
import { createHashes } from '../platform/hashes.ts'
import { systemIds } from '../platform/ids.ts'
import { createLimitedCallers } from '../platform/limited-callers.ts'
import { createLog } from '../platform/log.ts'
import { createMailer } from '../platform/mail/mailer.ts'
import { watchParts } from '../platform/metrics/watch-parts.ts'
import { type Metrics, noMetrics } from '../platform/metrics.ts'
import { createOutbound } from '../platform/outbound/outbound.ts'
import { openPlaces } from '../platform/places/file-places.ts'
import type { Platform } from '../platform/platform.ts'
import { createQueue } from '../platform/queue/queue.ts'
import { createRejectionMeter } from '../platform/rejection-meter.ts'
import { openSecrets } from '../platform/secrets/open-secrets.ts'
import { createKeyRing } from '../platform/signing-keys/key-ring.ts'
import { loadTokenAlgorithms } from '../platform/token-algorithms.ts'

const servedMetrics = async (): Promise<Metrics> =>
  (await import('../platform/metrics/registry.ts')).createMetrics()

/** Opens everything outside the process. @throws StartRefused with one sentence for the operator */
export const openPlatform = async (config: Config): Promise<Platform> => {
  const clock = systemClock
  const ids = systemIds
  const log = createLog({ level: config.logLevel, format: config.logFormat })
  const tokenAlgorithms = await loadTokenAlgorithms(config.tokenAlgorithmsFile)
  const places = await openPlaces({ file: config.placesFile, clock, log })
  const database = await openDatabase(config, log)
  const secrets = await openSecrets({ config, database, clock, ids }).catch(
    async (error: unknown) => {
      await database.close()
      throw error
    },
  )
  const outbound = createOutbound(config)
  const hashes = createHashes({ waitingPerCore: config.hashQueuePerCore })
  const queue = createQueue({ database, secrets, clock, ids, log })
  const metrics = config.metrics === null ? noMetrics : await servedMetrics()
  watchParts(metrics, { hashes, queue, database })
  return {
    config,
    clock,
    ids,
    log,
    database,
    secrets,
    outbound,
    dns: systemDns,
    metrics,
    keyRing: createKeyRing({ clock, ids, secrets, database }),
    hashes,
    mailer: createMailer({ config, outbound, clock, ids }),
    queue,
    places,
    rejections: createRejectionMeter(() => clock.now()),
    limitedCallers: createLimitedCallers(() => clock.now()),
    credentialFailures: createCredentialFailures(() => clock.now()),
    tokenAlgorithms,
  }
}

export const closePlatform = async ({
  queue,
  mailer,
  outbound,
  database,
}: Platform): Promise<void> => {
  await queue.stop()
  await mailer.close()
  await outbound.close()
  await database.close()
}
