import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRoutes, documentedCalls } from '../app/areas.ts'
import { versionedAmong } from '../app/openapi/versions.ts'
import { audit } from '../kit/audit.ts'
import { declaredActions, readAuditTrail } from './sweep/audit-trail.ts'
import { textOf, type Visit } from './sweep/crawl.ts'
import { stateOf } from './sweep/database-state.ts'
import { examplesOf, isJsonAnswer, writeExamples } from './sweep/examples.ts'
import { floor } from './sweep/floor.ts'
import { leakSearch, withHex } from './sweep/leaks.ts'
import { outsidersRead } from './sweep/limited-reads.ts'
import { type Recording, record } from './sweep/recording.ts'
import { openColumns, secretColumns, suspiciousColumns } from './sweep/secret-columns.ts'
import { plantedValues } from './sweep/server-owned.ts'
import { label } from './sweep/shapes.ts'
import type { World } from './sweep/world.ts'

/*
 * One crawl of the whole product: each route's right call is built, made and recorded once, and what
 * is claimed of every route is read from the recording.
 */

let recording: Recording
let world: World
let actionsOf: Awaited<ReturnType<typeof readAuditTrail>>
let stored: Recording['stored']
/** The rows of the tenant, by table. */
let state: Readonly<Record<string, string>>

beforeAll(async () => {
  recording = await record()
  ;({ world, stored } = recording)
  actionsOf = await readAuditTrail(world)
  state = await stateOf(world.test.testDatabase, world.ctx.tenant.id)
}, 400_000)
afterAll(() => world.test.close())

/** An endpoint that redirects leads on. */
const succeeds = ({ route, answer: { status } }: Visit): boolean =>
  (status >= 200 && status < 300) || (status === 303 && route.endpoint.redirects === true)
const reveals = ({ route }: Visit): boolean => route.endpoint.reveals !== undefined
const labels = (visits: readonly Visit[]): string[] => visits.map(({ route }) => label(route))

describe('the crawl', () => {
  it('makes the right call of every route, which succeeds', ({ task }) => {
    const failed = recording.right.filter((visit) => !succeeds(visit))
    expect(recording.failures).toEqual([])
    expect(failed.map(({ route, answer }) => [label(route), answer.text])).toEqual([])
    expect(recording.right).toHaveLength(allRoutes.length)
    task.meta.endpoints = recording.right.length
  })

  it('has as many routes as ever before', ({ task }) => {
    const routes = recording.right.filter(succeeds).length
    expect(routes).toBeGreaterThanOrEqual(floor.routesInCrawl)
    if (routes > floor.routesInCrawl) {
      const file = 'packages/server/src/security/sweep/floor.ts'
      task.meta.note = `The crawl has grown: set routesInCrawl to ${routes} in ${file}.`
    }
  })
})

// Guards: the pipeline's `send`, which parses each answer, and the headers of `app.ts`.
describe('an answer', () => {
  const isJson = ({ answer }: Visit): boolean =>
    String(answer.headers['content-type'] ?? '').startsWith('application/json')

  it('is what its schema lets out', { meta: { covers: ['S5'] } }, () => {
    const wrong = recording.right.filter(isJson).filter(({ route, answer }) => {
      const parsed = route.endpoint.answer.safeParse(answer.body)
      return !parsed.success || JSON.stringify(parsed.data) !== answer.text
    })
    expect(labels(wrong)).toEqual([])
  })

  it('is kept in no cache, is not sniffed, and names its request but no software', {
    meta: { covers: ['S32'] },
  }, () => {
    const wrong = [...recording.right, ...recording.wrong].filter(
      ({ answer: { headers } }) =>
        headers['cache-control'] !== 'no-store' ||
        headers['x-content-type-options'] !== 'nosniff' ||
        !/^[\da-f-]{36}$/.test(String(headers['x-request-id'])) ||
        'server' in headers ||
        'x-powered-by' in headers,
    )
    expect(labels(wrong)).toEqual([])
  })
})

// Guards: `send` of the pipeline, by what the endpoint declares.
describe('an answer’s status and headers', () => {
  const hasHeader = (name: string) => (made: Visit) => made.answer.headers[name] !== undefined

  it('are 201 and the URL of what was created, exactly where the endpoint says so', () => {
    const created = recording.right.filter(({ answer }) => answer.status === 201)
    expect(labels(created)).toEqual(
      labels(recording.right.filter(({ route }) => route.endpoint.location !== undefined)),
    )
    const located = created.filter(hasHeader('location'))
    expect(labels(located)).toEqual(labels(created))
    const wrong = located.filter(({ route, answer }) => {
      const form = String(route.endpoint.location).replaceAll(/:[\w.]+/g, '[^/]+')
      const location = String(answer.headers['location'])
      return !new RegExp(`^${form}$`).test(location) || location.includes('undefined')
    })
    expect(labels(wrong)).toEqual([])
  })

  it('name the version by ETag, exactly where the endpoint says so', () => {
    const isVersioned = versionedAmong(documentedCalls)
    const declared = recording.right.filter(({ route }) => isVersioned(route.endpoint))
    expect(labels(recording.right.filter(hasHeader('etag')))).toEqual(labels(declared))
  })
})

describe('the examples of the OpenAPI documents', () => {
  // `npm run openapi:examples` alone: a test that is left out would count as a skip.
  if (process.env['OPENAPI_EXAMPLES'] === 'write')
    it('are written', () => {
      expect(writeExamples(recording)).toBeGreaterThan(1000)
    })

  it('can be made of every call, without a secret', () => {
    const examples = examplesOf(recording)
    const bodies = recording.right.filter(
      ({ route, given }) => route.endpoint.body !== undefined && given.body !== undefined,
    )
    const without = [
      ...bodies.filter(({ route }) => examples.get(label(route))?.request === undefined),
      ...recording.right
        .filter(isJsonAnswer)
        .filter(({ route }) => examples.get(label(route))?.answer === undefined),
    ]
    expect(labels(without)).toEqual([])
    const search = leakSearch([...world.secrets, ...stored, ...recording.bearers])
    expect(search.in(JSON.stringify([...examples.values()]))).toEqual([])
  })
})

// Guard: `audit` in every service that changes something, in the transaction of the change.
describe('a call that succeeds', () => {
  it('writes its declared audit action and nothing else', () => {
    const written = recording.right.map((visit) => [label(visit.route), actionsOf(visit)])
    const declared = recording.right.map(({ route }) => [label(route), declaredActions(route)])
    expect(written).toEqual(declared)
  })

  it('leaves a trace in the audit log when it shows a secret', { meta: { covers: ['S5'] } }, () => {
    const revealing = recording.right.filter(reveals)
    expect(revealing.length).toBeGreaterThan(40)
    expect(labels(revealing.filter((visit) => actionsOf(visit).length === 0))).toEqual([])
  })
})

describe('a call that is rejected', () => {
  it('writes nothing to the audit log, but the email that was noted before it went', () => {
    const rejected = recording.wrong.filter(({ answer }) => answer.status >= 400)
    expect(rejected.length).toBeGreaterThan(recording.wrong.length / 2)
    // Once it was on its way it may lie in a mailbox, also where the server did not take it.
    const isNoted = ({ answer }: Visit) => answer.text.startsWith('{"code":"email_not_sent"')
    const allowed = (made: Visit) => (isNoted(made) ? declaredActions(made.route) : [])
    const told = (actions: (made: Visit) => readonly string[]) =>
      rejected.map((made) => [label(made.route), actions(made)])
    expect(told(actionsOf)).toEqual(told(allowed))
  })
})

describe('a stored secret', () => {
  it('is known as one: every column that looks like it stands in one of the lists', {
    meta: { covers: ['S5'] },
  }, async () => {
    const listed = [...secretColumns, ...openColumns]
    const columns = await suspiciousColumns(world.test.testDatabase)
    expect(columns.filter((name) => !listed.includes(name))).toEqual([])
  })

  it('of every kind was there to be found', () => {
    // Only while the master key is being replaced.
    expect(recording.unfilled).toEqual(['master_check.previous'])
  })
})

/*
 * Guards: answers are parsed by their schema, which strips what it does not name; the log takes out
 * secrets by name and by look; audit entries hold declared fields; codes and links are kept as
 * digests. Row 5 of the list of attacks.
 */
describe('no secret shows', () => {
  const leaksIn = (visits: readonly Visit[], secrets: Iterable<string>) => {
    const search = leakSearch(secrets)
    return visits
      .map((visit) => ({ route: label(visit.route), leaks: search.in(textOf(visit)) }))
      .filter(({ leaks }) => leaks.length > 0)
  }

  it('in an answer, but where the endpoint declares it', { meta: { covers: ['S5'] } }, () => {
    const silent = recording.right.filter((visit) => !reveals(visit))
    const visits = [...silent, ...recording.wrong]
    expect(leaksIn(visits, [...world.secrets, ...stored])).toEqual([])
  })

  it('as it is stored, even where the endpoint declares one', { meta: { covers: ['S5'] } }, () => {
    expect(leaksIn(recording.right.filter(reveals), stored)).toEqual([])
  })

  it('in a line of the log', { meta: { covers: ['S5'] } }, () => {
    const { logged } = world.test
    expect(logged.length).toBeGreaterThan(allRoutes.length)
    const search = leakSearch([...world.secrets, ...stored, ...recording.bearers])
    expect(search.in(logged.join(''))).toEqual([])
  })

  it('in a mail, but the code that the mail is for', { meta: { covers: ['S5'] } }, () => {
    const secrets = [...world.secrets].filter((secret) => !/^\d{6,8}$/.test(secret))
    const search = leakSearch([...secrets, ...stored, ...recording.bearers])
    expect(search.in(JSON.stringify(world.test.outbox()))).toEqual([])
  })

  it('in a row in clear, audit events among them', { meta: { covers: ['S5'] } }, () => {
    const search = leakSearch(withHex([...world.secrets, ...recording.bearers]))
    const found = Object.entries(state)
      .map(([table, text]) => ({ table, leaks: search.in(text) }))
      .filter(({ leaks }) => leaks.length > 0)
    expect(found).toEqual([])
  })

  it('in an audit event as it is stored', () => {
    expect(leakSearch(stored).in(`${state.audit_events}${state.audit_details}`)).toEqual([])
  })

  it('in a queued job: it names the tenant and a row, nothing else', {
    meta: { covers: ['S5'] },
  }, async () => {
    const payloads = await world.test.testDatabase.asOwner(async (owner) => {
      const { rows } = await owner.query<{ keys: string }>(
        `select distinct (select string_agg(key, ',' order by key) from jsonb_object_keys(data) key) as keys
         from pgboss.job where data is not null`,
      )
      return rows.map(({ keys }) => keys)
    })
    expect(payloads).toEqual(['jobRowId,tenantId'])
  })

  it('on a page, in a document or in the metrics', async () => {
    const { app, platform } = world.test
    const { host } = new URL(world.ctx.tenant.publicUrl)
    const paths = ['/', '/health/ready', '/nowhere', '/help/developer/apis/administration/openapi/']
    const pages = await Promise.all(paths.map((url) => app.inject({ url, headers: { host } })))
    const texts = [...pages.map(({ body }) => body), (await platform.metrics.page()).body]
    const search = leakSearch([...world.secrets, ...stored, ...recording.bearers])
    expect(search.in(texts.join('\n'))).toEqual([])
  })
})

/*
 * Guards: `knownBody`, which rejects what a schema does not name; services write named columns. Row
 * 23 of the list of attacks.
 */
describe('a body of self-service', () => {
  it('is rejected with fields of the server’s, by each route that takes one', {
    meta: { covers: ['S23'] },
  }, () => {
    expect(recording.planted.length).toBeGreaterThan(80)
    const isRejected = ({ answer }: Visit) => Object(answer.body).errorCode === 'unrecognized_keys'
    expect(labels(recording.planted.filter((made) => !isRejected(made)))).toEqual([])
  })

  it('stores no field of the server’s', { meta: { covers: ['S23'] } }, () => {
    const found = Object.entries(state).flatMap(([table, text]) =>
      plantedValues.filter((value) => text.includes(value)).map((value) => [table, value]),
    )
    expect(found).toEqual([])
  })

  it('gives no user a role, and locks or migrates none', { meta: { covers: ['S23'] } }, () => {
    // Using a setup link makes its holder an administrator: that is what it is for.
    const gaining = recording.gaining.filter(({ name }) => name !== 'beginSetup')
    expect(gaining.map(label)).toEqual([])
  })
})

// Guard: the runtime role's grants on the audit log, and on each of its partitions.
describe('an audit event', () => {
  const month = new Date().toISOString().slice(0, 10)
  beforeAll(async () => {
    for (const table of ['audit_events', 'audit_details']) {
      await sql`select ensure_month_partition(${table}, ${month}::date)`.execute(
        world.test.platform.database.system,
      )
    }
    await world.ctx.transaction(async (ctx) => audit(ctx, 'NOTED', {}))
  })

  const partOf = (table: string): string => `${table}_${month.slice(0, 7).replace('-', '_')}`

  const run = (text: string) =>
    sql.raw(`${text} where tenant_id = '${world.ctx.tenant.id}'`).execute(world.ctx.db)

  it.each([
    ['update', 'audit_events', "set action = 'FORGED'"],
    ['delete from', 'audit_events', ''],
    ['update', 'audit_details', "set detail = '{}'"],
    ['update', 'audit_chain', 'set event_count = 0'],
    ['delete from', 'audit_chain', ''],
  ])(
    'is out of reach of the service’s own role: %s %s',
    { meta: { covers: ['S40'] } },
    async (verb, table, change) => {
      const tables = table === 'audit_chain' ? [table] : [table, `${table}_default`, partOf(table)]
      for (const each of tables) {
        await expect(run(`${verb} ${each} ${change}`)).rejects.toMatchObject({ code: '42501' })
      }
      const { rows } = await sql`select action from audit_events`.execute(world.ctx.db)
      expect(rows).toContainEqual({ action: 'NOTED' })
    },
  )
})

// Guards: `inSight`, `eventInSight`, `ownerInSight` and the groups in every list; row 36.
describe('an administrator limited to a group', () => {
  it('reads nothing about the users of others', { meta: { covers: ['S22'] } }, async () => {
    expect(await outsidersRead(world)).toEqual([])
  })
})
