import { AuthenticationState, completeAuthentication } from '@signet/contract/access/authentication'
import type { Check, Waiting } from '../checks/check.ts'
import { post } from '../checks/check.ts'
import { gridCheck } from '../checks/grids.ts'
import { passkeyCheck } from '../checks/passkeys.ts'
import { tempAccessCodeCheck } from '../checks/temp-access-codes.ts'
import { hotpCheck, totpCheck } from '../checks/tokens.ts'
import { drive } from '../load/drive.ts'
import { lanes } from '../load/http.ts'
import { found } from '../report/finding.ts'
import { goals } from './goals.ts'
import type { About, Measure, Stage } from './measure.ts'

/** A code counts once, so each check needs a person of its own. */
const mostChecks = 12_000

/** Everything before the answers are sent. */
export const prepare = async (stage: Stage, check: Check): Promise<Waiting[]> => {
  const people = Math.min(mostChecks, stage.site.users)
  await check.seed(stage, people)
  await stage.site.owner.query('analyze')
  const waiting: Waiting[] = []
  const lane = async (from: number): Promise<void> => {
    for (let user = from; user < people; user += lanes) waiting.push(await check.ask(stage, user))
  }
  await Promise.all(Array.from({ length: lanes }, (_, index) => lane(index)))
  return waiting
}

/** Answers what waits until the time is up, or nothing is left. */
export const answerAll = (stage: Stage, check: Check, waiting: Waiting[]) => {
  const { http, measured } = stage.signet
  const path = completeAuthentication.path.replace(':authenticator', check.authenticator)
  const operation = async (): Promise<void> => {
    const next = waiting.pop()
    if (next === undefined) return
    const body = next.answer()
    const state = AuthenticationState.parse(await post(http, path, { session: next.session, body }))
    if (!state.authenticationCompleted) throw new Error('the answer was not enough')
  }
  const more = (): boolean => waiting.length > 0
  return drive({ measured, operation, seconds: stage.seconds, warmSeconds: 3, more })
}

const clear = async ({ site: { owner, seeding } }: Stage, { tables }: Check): Promise<void> => {
  for (const table of tables) {
    await owner.query(`delete from ${table} where tenant_id = $1`, [seeding.ctx.tenant.id])
  }
}

const checkLine = (about: About, check: Check): Measure => ({
  lines: [about],
  needs: ['beginStepUp', 'challengeAuthenticator', 'completeAuthentication'],
  async run(stage) {
    const waiting = await prepare(stage, check)
    const run = await answerAll(stage, check, waiting)
    await clear(stage, check)
    const name = 'Fastify and one durable INSERT'
    const ratio = run.perCore / (stage.calibrations.get(name)?.perCore ?? Number.NaN)
    return [found({ ...about, against: { name, ratio } }, run.perCore, run)]
  },
})

export const totpLine = checkLine(goals.totp, totpCheck)
export const hotpLine = checkLine(goals.hotp, hotpCheck)
export const gridLine = checkLine(goals.grid, gridCheck)
export const tempAccessCodeLine = checkLine(goals.tempAccessCode, tempAccessCodeCheck)
export const passkeyLine = checkLine(goals.passkey, passkeyCheck)
