import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { StartRefused } from '../start-refused.ts'
import { openUnder, type SealingKey, sealUnder } from './envelope.ts'
import { insertCheck, listChecks, type StoredCheck } from './master-check.ts'
import {
  createMasterKeyFile,
  type MasterKeySource,
  masterKeyOf,
  readMasterKey,
} from './master-key.ts'

/** What a right master key opens. */
export interface Deployment {
  readonly generation: number
  /** Wraps from now on. */
  readonly master: SealingKey
  /** Still opens what has not been rewrapped; null but while the master key is replaced. */
  readonly previous: SealingKey | null
  /** 32 bytes known to this deployment alone, the same under every master key. */
  readonly secret: Buffer
}

interface Start {
  readonly database: Database
  readonly clock: Clock
  readonly source: MasterKeySource
}

/** A generation of the master key as stored. */
export const checkFor = (
  deployment: Omit<Deployment, 'previous'>,
  previous: SealingKey | null,
  at: Date,
): StoredCheck => ({
  generation: deployment.generation,
  key_id: deployment.master.id,
  sealed: sealUnder(deployment.master, ['deployment'], deployment.secret),
  previous:
    previous === null
      ? null
      : sealUnder(deployment.master, ['previous master key'], previous.bytes),
  created_at: at,
})

const openCheck = (check: StoredCheck, master: SealingKey): Deployment => ({
  generation: check.generation,
  master,
  previous:
    check.previous === null
      ? null
      : masterKeyOf(openUnder(master, ['previous master key'], check.previous)),
  secret: openUnder(master, ['deployment'], check.sealed),
})

const withoutKey = ({ dataDir }: MasterKeySource): StartRefused =>
  new StartRefused(
    dataDir === null
      ? 'The master key of this database is missing: give it as SIGNET_MASTER_KEY or SIGNET_MASTER_KEY_FILE'
      : `The master key of this database is missing: put master.key back into ${dataDir}, or give SIGNET_MASTER_KEY or SIGNET_MASTER_KEY_FILE`,
  )

const firstKey = async (source: MasterKeySource): Promise<SealingKey> => {
  if (source.dataDir !== null) return await createMasterKeyFile(source.dataDir)
  throw new StartRefused(
    'With PostgreSQL a master key must be given: SIGNET_MASTER_KEY or SIGNET_MASTER_KEY_FILE with 32 random bytes in base64',
  )
}

const openWith = (checks: readonly StoredCheck[], master: SealingKey): Deployment => {
  const check = checks.find(({ key_id }) => master.id.equals(key_id))
  if (check === undefined) {
    throw new StartRefused('The given master key is not the one of this database')
  }
  try {
    return openCheck(check, master)
  } catch (error) {
    throw new StartRefused('The stored check of the master key is damaged', error)
  }
}

/**
 * Finds the master key and proves it against the database. A key is made, or a first one taken,
 * only while the database has no check value.
 * @throws StartRefused for a missing or wrong key
 */
export const openDeployment = async ({ database, clock, source }: Start): Promise<Deployment> => {
  const checks = await listChecks(database.system)
  const given = await readMasterKey(source)
  if (checks.length > 0) {
    if (given === null) throw withoutKey(source)
    return openWith(checks, given)
  }
  const master = given ?? (await firstKey(source))
  const first = { generation: 1, master, secret: randomBytes(32) }
  await insertCheck(database.system, checkFor(first, null, clock.now()))
  return openWith(await listChecks(database.system), master)
}
