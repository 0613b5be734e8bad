import {
  AuthenticationState,
  beginStepUp,
  type SignInAuthenticator,
} from '@signet/contract/access/authentication'
import { startSession } from '@signet/server/modules/tenancy/sessions/index'
import type { z } from 'zod'
import type { Stage } from '../lines/measure.ts'
import { expectStatus, type Http } from '../load/http.ts'
import { userIdOf, userKeyOf } from '../seed/users.ts'
import type { Site } from '../subject/site.ts'

/** A question to a person that waits for its answer. */
export interface Waiting {
  /** The session in which a factor is proven again; null for a sign-in. */
  readonly session: string | null
  /** Made when it is sent: codes that go by the clock have to be of that moment. */
  answer(): object
}

/** One kind of authenticator, and all that a check of it needs beforehand. */
export interface Check {
  readonly authenticator: z.output<typeof SignInAuthenticator>
  /** Whose rows `seed` made, emptied for the next line. */
  readonly tables: readonly string[]
  /** Gives one to each of the first people, and whatever else there has to be. */
  seed(stage: Stage, people: number): Promise<void>
  /** Everything before the answer is sent. */
  ask(stage: Stage, user: number): Promise<Waiting>
}

const sessions = new WeakMap<Site, Map<number, Promise<string>>>()

const newSession = async ({ seeding }: Site, user: number): Promise<string> => {
  const { session } = await seeding.ctx.transaction((ctx) =>
    startSession(ctx, {
      userId: userKeyOf(user),
      userName: userIdOf(user),
      kind: 'web',
      amr: ['pwd', 'otp'],
      acr: null,
      deviceId: null,
      keyThumbprint: null,
    }),
  )
  return session.jwt.token
}

/** A session of the person's: made once, for all lines. */
const sessionOf = (site: Site, user: number): Promise<string> => {
  const known = sessions.get(site) ?? new Map<number, Promise<string>>()
  sessions.set(site, known)
  const session = known.get(user) ?? newSession(site, user)
  known.set(user, session)
  return session
}

/** What a call answers. @throws UnexpectedStatus for anything but 200 */
export const post = async (
  http: Http,
  path: string,
  { session, body }: { readonly session: string | null; readonly body: object },
): Promise<unknown> => {
  const headers = {
    'content-type': 'application/json',
    ...(session === null ? {} : { authorization: `Bearer ${session}` }),
  }
  const answer = await http.ask(path, { method: 'POST', headers, body: JSON.stringify(body) })
  return JSON.parse(expectStatus(answer, 200).text)
}

/** The request to prove a factor again. */
export const stepUpOf = async (
  { site, signet }: Stage,
  user: number,
): Promise<{ readonly session: string; readonly authToken: string }> => {
  const session = await sessionOf(site, user)
  const begun = await post(signet.http, beginStepUp.path, { session, body: {} })
  return { session, authToken: AuthenticationState.parse(begun).authToken ?? '' }
}
