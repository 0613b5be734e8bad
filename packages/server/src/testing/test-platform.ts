import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../platform/config.ts'
import type { Database } from '../platform/db/database.ts'
import { createHashes } from '../platform/hashes.ts'
import { systemIds } from '../platform/ids.ts'
import { createLog } from '../platform/log.ts'
import { createMailer } from '../platform/mail/mailer.ts'
import { createMetrics } from '../platform/metrics/registry.ts'
import { createOutbound } from '../platform/outbound/outbound.ts'
import { noPlaces } from '../platform/places.ts'
import type { Platform } from '../platform/platform.ts'
import { createQueue } from '../platform/queue/queue.ts'
import { openSecrets } from '../platform/secrets/open-secrets.ts'
import { createKeyRing } from '../platform/signing-keys/key-ring.ts'
import { createTestClock, type TestClock } from './test-clock.ts'

/** 32 bytes for tests alone. */
export const masterKey = Buffer.alloc(32, 7).toString('base64')

const environment = {
  SIGNET_ARCHIVES: join(tmpdir(), 'signet-test-archives'),
  SIGNET_DEV: 'true',
  SIGNET_SUPPORT_ADDRESS: 'support@operator.example',
  SIGNET_LOG_LEVEL: process.env.SIGNET_TEST_LOG ?? 'silent',
  SIGNET_MASTER_KEY: masterKey,
  SIGNET_REQUEST_LIMIT_SCALE: '0',
}

/** The real platform on a test database: its own clock, mail kept in the outbox, no request limits. */
export const createTestPlatform = async (
  database: Database,
): Promise<{ platform: Platform; clock: TestClock }> => {
  const config = readConfig(environment)
  const clock = createTestClock()
  const ids = systemIds
  const log = createLog({ level: config.logLevel })
  const secrets = await openSecrets({ config, database, clock, ids })
  const outbound = createOutbound(config)
  const platform: Platform = {
    config,
    clock,
    ids,
    log,
    database,
    secrets,
    outbound,
    metrics: createMetrics(),
    keyRing: createKeyRing({ clock, ids, secrets, database }),
    hashes: createHashes({ waitingPerCore: 1000 }),
    mailer: createMailer({ config, outbound, clock, ids }),
    queue: createQueue({ database, secrets, clock, ids, log }),
    places: noPlaces,
    tokenAlgorithms: {},
  }
  return { platform, clock }
}
