import { storedSessionKey } from '@signet/contract/tenancy/stored-keys'
import { request } from 'playwright-core'
import { expect } from 'vitest'
import { demonstrationPerson } from './demonstration.ts'
import type { Service } from './service.ts'
import type { Person } from './sign-in.ts'

interface Given {
  readonly method?: string
  /** A session token. */
  readonly as?: string
  readonly body?: object
}

/** A call of the API, as a program makes it; fails the journey where it is not answered with success. */
export const call = async (
  { url }: Pick<Service, 'url'>,
  path: string,
  { method = 'POST', as = '', body = {} }: Given = {},
): Promise<unknown> => {
  const { protocol, port } = new URL(url)
  const program = await request.newContext({ ignoreHTTPSErrors: true })
  // Browsers know where names below localhost lead; Node.js asks the system.
  const response = await program.fetch(`${protocol}//127.0.0.1:${port}/api/web/${path}`, {
    method,
    headers: as === '' ? {} : { Authorization: `Bearer ${as}` },
    ...(method === 'GET' ? {} : { data: body }),
  })
  const text = await response.text()
  await program.dispose()
  expect(response.ok(), `${path}: ${text}`).toBe(true)
  return text === '' ? null : JSON.parse(text)
}

/** What stands at a place within an answer. */
export const partOf = (answer: unknown, ...names: readonly string[]): unknown =>
  names.reduce((value: unknown, name) => Object(value)[name], answer)

/** A text within an answer. */
export const textAt = (answer: unknown, ...names: readonly string[]): string => {
  const found = partOf(answer, ...names)
  expect(typeof found, names.join('.')).toBe('string')
  return String(found)
}

const complete = async (service: Service, authenticator: string, body: object): Promise<unknown> =>
  call(service, `v1/authentication/users/authenticate/${authenticator}/complete`, { body })

/** Signs somebody in by password and, where it is asked for, by a code of their app. */
const open = async (service: Service, { userId, password, app }: Person): Promise<unknown> => {
  const begun = await call(service, 'v2/authentication/users', { body: { userId } })
  const first = await complete(service, 'PASSWORD', {
    authToken: textAt(begun, 'authToken'),
    response: password,
  })
  const session = partOf(first, 'session')
  if (session !== null && session !== undefined) return session
  const second = await complete(service, 'TOKEN', {
    authToken: textAt(first, 'authToken'),
    response: await app.code(),
  })
  return partOf(second, 'session')
}

interface Kept {
  readonly openedAt: number
  /** Whose app gives no code twice. */
  readonly person: Person
  readonly session: Promise<unknown>
}

/** A code proves an administrator once in half a minute: journeys of one service share the session. */
const kept = new Map<string, Kept>()
/** A journey that begins with it is done before sensitive acts ask for a fresh proof, five minutes after the sign-in. */
const keptMillis = 60_000

const sessionOf = async (service: Service, userId: string): Promise<unknown> => {
  const name = `${userId} ${service.url}`
  const known = kept.get(name)
  if (known !== undefined && Date.now() - known.openedAt < keptMillis) return known.session
  const person = known?.person ?? demonstrationPerson(userId)
  const session = open(service, person)
  kept.set(name, { openedAt: Date.now(), person, session })
  return session
}

/** The token of one of the demonstration's people. */
export const tokenOf = async (service: Service, userId: string): Promise<string> =>
  textAt(await sessionOf(service, userId), 'jwt', 'token')

/** What a browser keeps in which one of the demonstration's people has signed in. */
export const signedInState = async (service: Service, userId: string) => {
  const session = await sessionOf(service, userId)
  const value = { session, receivedAt: Date.now(), machineNonce: null, sequenceNonce: null }
  const entry = { name: storedSessionKey, value: JSON.stringify(value) }
  return { cookies: [], origins: [{ origin: service.url, localStorage: [entry] }] }
}
