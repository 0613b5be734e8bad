import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Client, signIn } from '../flows/openid-connect.ts'
import { givenSession } from '../flows/signet.ts'
import { freePort, type Postgres } from '../machine/postgres.ts'
import { seedAccessTokens } from '../seed/access-tokens.ts'
import { seedDevices } from '../seed/devices.ts'
import { seedUsers } from '../seed/users.ts'
import { registerApp, registerService } from './applications.ts'
import { openSeeding, type Seeding } from './seeding.ts'
import { type Signet, startSignet } from './signet.ts'

/** One database with a tenant, its applications and its people, and how to serve it. */
export interface Site {
  readonly postgres: Postgres
  readonly seeding: Seeding
  /** Owns the tables: rows go in straight by SQL. */
  readonly owner: pg.Client
  /** People sign in to it. */
  readonly app: Client
  /** It asks for tokens of its own. */
  readonly service: Client
  /** How many users there are; all have the same password and an access token. */
  readonly users: number
  start(env?: Readonly<Record<string, string>>, cores?: 'one' | 'both'): Promise<Signet>
  /** Adds users until there are so many. */
  grow(users: number): Promise<void>
  close(): Promise<void>
}

const database = 'signet'

/** Longer than the pause between two looks of autovacuum (`autovacuum_naptime`, one minute). */
const restSeconds = 65
const manyUsers = 50_000
const patienceSeconds = 600

/**
 * Waits until autovacuum has done with what was written: on the core of the measured statements it
 * would double what they seem to cost.
 */
const autovacuumRests = async (owner: pg.Client): Promise<void> => {
  for (
    let resting = 0, waited = 0;
    resting < restSeconds && waited < patienceSeconds;
    waited += 1
  ) {
    const { rowCount } = await owner.query(
      `select from pg_stat_activity where backend_type = 'autovacuum worker'`,
    )
    resting = rowCount === 0 ? resting + 1 : 0
    await sleep(1000)
  }
}

const connectOwner = async (postgres: Postgres): Promise<pg.Client> => {
  const owner = new pg.Client({ connectionString: postgres.url(database) })
  await owner.connect()
  return owner
}

/** Migrates, creates the tenant and registers the applications. */
export const openSite = async (postgres: Postgres, nodeArgs: readonly string[]): Promise<Site> => {
  await postgres.createDatabase(database)
  const port = await freePort()
  const start: Site['start'] = (env = {}, cores = 'one') =>
    startSignet({ postgres, database, port, env, nodeArgs, cores })
  const first = await startSignet({ postgres, database, port })
  const seeding = await openSeeding(first.env)
  const { ctx, adminToken } = seeding
  const owner = await connectOwner(postgres)
  const range = { tenantId: ctx.tenant.id, from: 0, to: 1 }
  await seedUsers(owner, ctx, range)
  await seedDevices(owner, ctx, range)
  const app = await registerApp(first.http, adminToken)
  const service = await registerService(first.http, adminToken)
  const real = { http: first.http, client: app, prove: givenSession(ctx), user: 0 }
  const { access } = await signIn(real)
  await seedAccessTokens(owner, range, access)
  await first.stop()
  let users = 1
  return {
    postgres,
    seeding,
    owner,
    app,
    service,
    get users() {
      return users
    },
    start,
    async grow(wanted) {
      const added = { ...range, from: users, to: wanted }
      await seedUsers(owner, ctx, added)
      await seedDevices(owner, ctx, added)
      await seedAccessTokens(owner, added, access)
      if (wanted - users > manyUsers) await autovacuumRests(owner)
      users = wanted
    },
    close: () => owner.end().then(() => seeding.close()),
  }
}
