import { setTimeout as sleep } from 'node:timers/promises'
import { ChallengeAnswer, challengeAuthenticator } from '@signet/contract/access/authentication'
import { PushState, waitForPush } from '@signet/contract/access/pushes'
import { engine } from '@signet/server/modules/access/sign-in/index'
import { createSoftTokenApp, type SoftTokenApp } from '@signet/server/testing/access/soft-token-app'
import { type Call, pathOf } from '@signet/server/testing/call'
import { post, stepUpOf } from '../checks/check.ts'
import { drive } from '../load/drive.ts'
import { connect, type Http } from '../load/http.ts'
import { found } from '../report/finding.ts'
import { seedPushApps, seedUnanswered } from '../seed/push-apps.ts'
import { seedTokens } from '../seed/tokens.ts'
import { userKeyOf } from '../seed/users.ts'
import { goals } from './goals.ts'
import type { Measure, Stage } from './measure.ts'

const mostWaiting = 5000
/** People who answer at once, again and again; so many at a time. */
const answering = 200
const atOnce = 4

const callOver =
  (http: Http): Call =>
  async (endpoint, { params, body, headers = {} } = {}) => {
    const type: Record<string, string> =
      body === undefined ? {} : { 'content-type': 'application/json' }
    const { status, ...answer } = await http.ask(pathOf(endpoint, params), {
      method: endpoint.method === 'GET' ? 'GET' : 'POST',
      headers: { ...headers, ...type },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status, ...answer, body: answer.text === '' ? {} : JSON.parse(answer.text) }
  }

const wait = async (http: Http, authToken: string): Promise<string> =>
  PushState.parse(await post(http, waitForPush.path, { session: null, body: { authToken } })).status

/** A call that waits comes back after so long: people come evenly, not all at once. */
const waitMillis = 25_000

/** Browsers whose person does not answer: each asks again whenever it was told to. */
const keepWaiting = async ({ site, signet }: Stage, people: number) => {
  const { ctx } = site.seeding
  const http = connect(signet.service.url, people)
  const asked = Array.from({ length: people }, (_, at) => ({
    user: answering + at,
    transaction: engine.newTransaction(ctx, {
      purpose: 'SIGN_IN',
      userId: userKeyOf(answering + at),
    }),
  }))
  const rows = asked.map(({ user, transaction }) => ({ user, transaction: transaction.id }))
  await seedUnanswered(site.owner, ctx.tenant.id, rows)
  const state = { stopped: false }
  const browser = async (authToken: string, at: number): Promise<void> => {
    await sleep((at / people) * waitMillis)
    while (!state.stopped) await wait(http, authToken)
  }
  const waiting = await Promise.all(
    asked.map(({ transaction }) => engine.sealTransaction(ctx, transaction)),
  )
  const all = waiting.map(browser)
  return async () => {
    state.stopped = true
    await site.owner.query(`update pushes set state = 'DENIED' where tenant_id = $1`, [
      ctx.tenant.id,
    ])
    await Promise.all(all)
    await http.close()
  }
}

const path = challengeAuthenticator.path.replace(':authenticator', 'TOKENPUSH')

interface Person {
  readonly app: SoftTokenApp
  readonly user: number
  /** What they are about to be asked in. */
  readonly begun: ReturnType<typeof stepUpOf>
}

/** Asked, answered in the app with the number that the browser shows, and the browser told. */
const roundTrip = async (http: Http, { app, begun }: Person): Promise<void> => {
  const { session, authToken } = await begun
  const asked = await post(http, path, { session, body: { authToken } })
  const { push, authToken: next } = ChallengeAnswer.parse(asked)
  const told = wait(http, next)
  const answered = await app.answer(await app.pending(), {
    decision: 'APPROVE',
    number: push?.number ?? '',
  })
  const status = await told
  if (answered.status !== 204 || status !== 'APPROVED') {
    throw new Error(`answered ${answered.status}, told ${status}`)
  }
}

export const pushLine: Measure = {
  lines: [goals.pushTail],
  needs: ['beginStepUp', 'challengeAuthenticator', 'waitForPush', 'answerPush'],
  async run(stage) {
    const { site, signet, seconds } = stage
    const { ctx } = site.seeding
    const tenantId = ctx.tenant.id
    const call = callOver(signet.http)
    const apps = Array.from({ length: answering }, () => createSoftTokenApp({ ctx, call }))
    const range = { tenantId, from: 0, to: answering, kind: 'OATH_TOTP' } as const
    await seedTokens(site.owner, ctx.platform, range)
    await seedPushApps(
      site.owner,
      tenantId,
      apps.map(({ jwk }) => jwk),
    )
    const stop = await keepWaiting(stage, Math.min(mostWaiting, site.users - answering))
    await sleep(waitMillis)
    const free = apps.map((app, user) => ({ app, user, begun: stepUpOf(stage, user) }))
    await Promise.all(free.map(({ begun }) => begun))
    const operation = async (): Promise<void> => {
      const next = free.shift()
      if (next === undefined) throw new Error('everybody is being asked')
      await roundTrip(signet.http, next)
      free.push({ ...next, begun: stepUpOf(stage, next.user) })
    }
    const { measured } = signet
    const run = await drive({ measured, operation, seconds, lanes: atOnce }).finally(stop)
    await site.owner.query('delete from tokens where tenant_id = $1', [tenantId])
    return [found(goals.pushTail, run.latency.p99, run)]
  },
}
