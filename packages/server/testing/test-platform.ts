import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../src/platform/config.ts'
import { createCredentialFailures } from '../src/platform/credential-failures.ts'
import type { Database } from '../src/platform/db/database.ts'
import { createHashes, type HashCost, standardCost } from '../src/platform/hashes.ts'
import { systemIds } from '../src/platform/ids.ts'
import { createLimitedCallers } from '../src/platform/limited-callers.ts'
import { createLog } from '../src/platform/log.ts'
import { createMailer } from '../src/platform/mail/mailer.ts'
import { createMetrics } from '../src/platform/metrics/registry.ts'
import { createOutbound } from '../src/platform/outbound/outbound.ts'
import { noPlaces } from '../src/platform/places.ts'
import type { Platform } from '../src/platform/platform.ts'
import { createQueue } from '../src/platform/queue/queue.ts'
import { createRejectionMeter } from '../src/platform/rejection-meter.ts'
import { openSecrets } from '../src/platform/secrets/open-secrets.ts'
import { createKeyRing } from '../src/platform/signing-keys/key-ring.ts'
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

/** Passwords are not the subject of most tests: a hundredth of what production pays for a hash. */
const cheap: HashCost = { ...standardCost, memoryCost: 64, timeCost: 1 }

/** The real platform on what a test gives it; mail is kept in the outbox, no request limits. */
export const platformOn = async ({
  database,
  clock,
  ids,
}: Pick<Platform, 'database' | 'clock' | 'ids'>): Promise<Platform> => {
  const config = readConfig(environment)
  const log = createLog({ level: config.logLevel })
  const secrets = await openSecrets({ config, database, clock, ids })
  const outbound = createOutbound(config)
  return {
    config,
    clock,
    ids,
    log,
    database,
    secrets,
    outbound,
    // No test asks the network; one that needs records brings them.
    dns: { texts: () => Promise.resolve([]) },
    metrics: createMetrics(),
    keyRing: createKeyRing({ clock, ids, secrets, database }),
    hashes: createHashes({ waitingPerCore: 1000, cost: cheap }),
    mailer: createMailer({ config, outbound, clock, ids }),
    queue: createQueue({ database, secrets, clock, ids, log }),
    places: noPlaces,
    rejections: createRejectionMeter(() => clock.now()),
    limitedCallers: createLimitedCallers(() => clock.now()),
    credentialFailures: createCredentialFailures(() => clock.now()),
    tokenAlgorithms: {},
  }
}

/** The real platform on a test database, with its own clock. */
export const createTestPlatform = async (
  database: Database,
): Promise<{ platform: Platform; clock: TestClock }> => {
  const clock = createTestClock()
  return { platform: await platformOn({ database, clock, ids: systemIds }), clock }
}
