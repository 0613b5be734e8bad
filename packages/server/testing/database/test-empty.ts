import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseConfig } from '../../src/platform/db/open.ts'
import { withClient } from '../../src/platform/db/postgres.ts'
import { withDatabase } from '../../src/platform/db/postgres-url.ts'
import { ensureRole, runtimeRole, sequencerRole } from '../../src/platform/db/runtime-role.ts'

/** Where a database may be made: nothing of Signet is there yet. */
export interface EmptyPlace {
  readonly config: DatabaseConfig
  drop(): Promise<void>
}

const noServer = { databaseUrl: null, databaseOwnerUrl: null, databasePool: 4 }

/** A folder for an embedded database. */
export const emptyFolder = async (): Promise<EmptyPlace> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'signet-empty-'))
  return {
    config: { ...noServer, dataDir },
    drop: () => rm(dataDir, { recursive: true, force: true }),
  }
}

const ownedUrl = (superuserUrl: string, { name, password }: { name: string; password: string }) => {
  const url = new URL(withDatabase(superuserUrl, name))
  url.username = name
  url.password = password
  return url.href
}

/** A database of a role that is no superuser, as an operator makes it. */
export const emptyPostgres = async (superuserUrl: string): Promise<EmptyPlace> => {
  const name = `signet_test_${process.pid}_${randomBytes(4).toString('hex')}`
  const password = randomBytes(12).toString('hex')
  await withClient(superuserUrl, async (superuser) => {
    for (const role of [runtimeRole, sequencerRole] as const) await ensureRole(superuser, role)
    await superuser.query(`create role ${name} login password '${password}'`)
    await superuser.query(`grant ${runtimeRole}, ${sequencerRole} to ${name}`)
    await superuser.query(`create database ${name} owner ${name}`)
    await superuser.query(`comment on database ${name} is '${Date.now()}'`)
  })
  return {
    config: {
      ...noServer,
      databaseOwnerUrl: ownedUrl(superuserUrl, { name, password }),
      dataDir: '/nonexistent',
    },
    drop: () =>
      withClient(superuserUrl, async (superuser) => {
        await superuser.query(`drop database if exists ${name} with (force)`)
        await superuser.query(`drop role ${name}`)
      }),
  }
}
