import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readOwnAuthenticators } from '@signet/contract/access/self-authenticators'
import { request } from 'undici'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type EmptyPlace, emptyPostgres } from '../../testing/database/test-empty.ts'
import { lastRelease, unpackLastRelease } from '../../testing/former-release.ts'
import { type ServiceProcess, startService } from '../../testing/service-process.ts'

/* Guards: migrations that take nothing away which the release before uses; formats of what is stored. */

const superuser = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const person = { userId: 'karim.olsen', password: 'correct-Horse-42-staple' }

let folder: string
let place: EmptyPlace
let former: ServiceProcess
let host: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signet-release-'))
  place = await emptyPostgres(superuser)
  former = await startService(environment(), { main: unpackLastRelease(folder), args: ['--demo'] })
  host = `localhost:${former.port}`
}, 300_000)
afterAll(async () => {
  former?.child.kill('SIGKILL')
  await place?.drop()
  await rm(folder, { recursive: true, force: true })
})

const environment = () => ({
  SIGNET_DATABASE_OWNER_URL: place.config.databaseOwnerUrl ?? '',
  SIGNET_DATA: join(folder, 'data'),
})

const send = async (port: number, path: string, { body, as }: { body?: object; as?: string }) => {
  const answer = await request(`http://127.0.0.1:${port}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      host,
      'content-type': 'application/json',
      ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.body.text()
  return { status: answer.statusCode, text, body: text === '' ? null : JSON.parse(text) }
}

/** The session token of a person who signs in by password. */
const signIn = async (begins: number, ends: number): Promise<string> => {
  const query = '/api/web/v2/authentication/users'
  const begun = await send(begins, query, { body: { userId: person.userId } })
  const { authToken } = begun.body
  const complete = '/api/web/v1/authentication/users/authenticate/PASSWORD/complete'
  const done = await send(ends, complete, { body: { authToken, response: person.password } })
  expect(done.body?.session?.jwt?.token, `${begun.text}\n${done.text}`).toEqual(expect.any(String))
  return done.body.session.jwt.token
}

const isKnown = async (port: number, token: string): Promise<number> =>
  (await send(port, readOwnAuthenticators.path, { as: token })).status

it(`release ${lastRelease.version} and this one serve one database at the same time`, {
  timeout: 180_000,
}, async () => {
  const early = await signIn(former.port, former.port)
  let signedIn = 0
  const ending = new AbortController()
  const live = (async () => {
    while (!ending.signal.aborted) {
      await signIn(former.port, former.port)
      signedIn += 1
      await pause(50)
    }
  })()
  // Migrates the database while people sign in by the former release.
  const present = await startService(environment())
  try {
    const before = signedIn
    await expect.poll(() => signedIn - before, { timeout: 60_000 }).toBeGreaterThan(10)
    ending.abort()
    await live
    expect(await isKnown(present.port, early)).toBe(200)
    const nodes = [former.port, present.port]
    for (const begins of nodes) {
      for (const ends of nodes) {
        const token = await signIn(begins, ends)
        for (const port of nodes) expect(await isKnown(port, token)).toBe(200)
      }
    }
    former.child.kill('SIGTERM')
    await once(former.child, 'exit')
    expect(await isKnown(present.port, await signIn(present.port, present.port))).toBe(200)
  } finally {
    ending.abort()
    present.child.kill('SIGKILL')
  }
})
