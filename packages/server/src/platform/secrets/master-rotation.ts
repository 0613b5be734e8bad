import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { listTenantIds } from '../db/tenant-ids.ts'
import { StartRefused } from '../start-refused.ts'
import { checkFor, type Deployment } from './deployment.ts'
import { forgetPrevious, insertCheck, listChecks, removeChecksBefore } from './master-check.ts'
import { masterKeyOf } from './master-key.ts'
import { listTenantKeys, rewrap, updateWrapping } from './tenant-keys.ts'

interface Rotation {
  readonly database: Database
  readonly clock: Clock
}

/** Stores the next generation, which also opens with this one's key. @throws while one is under way */
export const announce = async (
  { database, clock }: Rotation,
  present: Deployment,
  newKey: Buffer,
): Promise<Deployment> => {
  const next: Deployment = {
    generation: present.generation + 1,
    master: masterKeyOf(newKey),
    previous: present.master,
    secret: present.secret,
  }
  if (newKey.length !== 32) throw new RangeError('a master key has 32 bytes')
  if (next.master.id.equals(present.master.id))
    throw new StartRefused('The new master key is the old one')
  await insertCheck(database.system, checkFor(next, present.master, clock.now()))
  const checks = await listChecks(database.system)
  const last = checks.at(-1)
  if (checks.length !== 2 || last === undefined || !next.master.id.equals(last.key_id)) {
    throw new StartRefused('Another rotation of the master key is under way: finish that one first')
  }
  return next
}

const rewrapAll = async (database: Database, deployment: Deployment): Promise<void> => {
  for (const tenantId of await listTenantIds(database.system)) {
    const db = database.forTenant(tenantId)
    for (const row of await listTenantKeys(db, tenantId)) {
      const sealed = rewrap(deployment, row)
      if (sealed !== null) await updateWrapping(db, row, sealed)
    }
  }
}

/**
 * Wraps every tenant's keys under the present master key. Each step may be done again after a
 * crash. Tenants made meanwhile hold the former generation's row: deleting it waits for them,
 * and the second round finds them.
 */
export const finish = async (database: Database, deployment: Deployment): Promise<Deployment> => {
  if (deployment.previous === null) return deployment
  await rewrapAll(database, deployment)
  await removeChecksBefore(database.system, deployment.generation)
  await rewrapAll(database, deployment)
  await forgetPrevious(database.system, deployment.generation)
  return { ...deployment, previous: null }
}
