import {
  listAuthenticationFlows,
  readAuthenticationFlow,
} from '@signet/contract/access/authentication-flows'
import { createResourceRule } from '@signet/contract/access/resource-rules'
import { createRiskEngine } from '@signet/contract/access/risk-engines'
import {
  createWhatIf,
  listWhatIfPeople,
  publishWhatIf,
  readWhatIf,
} from '@signet/contract/access/what-ifs'
import { riskEngineTemplates } from '@signet/rules/risk/engines'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  browserOf,
  buildPerson,
  buildToken,
  goodPassword,
} from '../../../../testing/access/people.ts'
import { buildAdmin } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { workOnWhatIf } from './index.ts'

let test: TestApp
let as: string
let standard: Record<string, unknown>
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
  as = (await buildAdmin(test.ctx)).token
  const flows = JSON.parse((await test.call(listAuthenticationFlows, { as })).text)
  // Without a rule nothing is judged, and nothing kept.
  const rule = { name: 'All', resourceId: 'USER_PORTAL' as const }
  await test.call(createResourceRule, { as, body: rule })
  standard = flows.find((flow: { default: boolean }) => flow.default)
})
afterAll(() => test.close())
beforeEach(async () => {
  await test.ctx.db.deleteFrom('access_decisions').execute()
})

const signsIn = async (withToken = false) => {
  const person = await buildPerson(test.ctx)
  const token = withToken ? await buildToken(test.ctx, person.id) : null
  const browser = browserOf(test.call)
  await browser.query(person.userId)
  await browser.prove('PASSWORD', goodPassword)
  if (token !== null) {
    test.clock.advance(31_000)
    await browser.prove('TOKEN', token.code())
  }
  return person
}

const tried = async (change: object): Promise<string> => {
  const answer = await test.call(createWhatIf, { as, body: { change } })
  expect(answer.status, answer.text).toBe(201)
  const id = String(answer.body.id)
  const job = { content: { id }, signal: new AbortController().signal, isLast: true }
  await workOnWhatIf(test.ctx, job)
  return id
}

/** The flow of everybody, changed. */
const triesFlow = (change: object) => {
  const {
    id,
    system: _system,
    acrs: _acrs,
    updatedAt: _at,
    method: _method,
    version: _version,
    ...flow
  } = standard
  return tried({ kind: 'FLOW', flowId: id, flow: { ...flow, acrIds: [], ...change } })
}
const reads = async (id: string) => (await test.call(readWhatIf, { as, params: { id } })).body
const peopleOf = async (id: string, effect: 'BLOCKED' | 'STEPPED_UP' | 'LET_THROUGH') => {
  const answer = await test.call(listWhatIfPeople, { as, params: { id }, body: { effect } })
  return JSON.parse(answer.text).results.map(({ userId }: { userId: string }) => userId)
}

describe('a changed flow that is tried', () => {
  it('tells who would be asked for a second factor, and who would not be any more', async () => {
    const plain = await signsIn()
    const holder = await signsIn(true)
    const always = await triesFlow({ secondFactor: 'ALWAYS', skipSecondFactor: 'NEVER' })
    expect(await peopleOf(always, 'STEPPED_UP')).toEqual([plain.id])
    const none = await triesFlow({
      secondFactor: 'NONE',
      secondFactors: [],
      skipSecondFactor: 'NEVER',
    })
    expect(await peopleOf(none, 'LET_THROUGH')).toEqual([holder.id])
  })

  it('tells whom it would keep out, by what they hold', async () => {
    const plain = await signsIn()
    const holder = await signsIn(true)
    const id = await triesFlow({ secondFactor: 'ALWAYS', secondFactors: ['GRID'] })
    expect((await peopleOf(id, 'BLOCKED')).toSorted()).toEqual([plain.id, holder.id].toSorted())
  })

  it('does not guess at sign-ins of which nobody kept what was proven', async () => {
    await signsIn()
    const { record } = await test.ctx.db
      .selectFrom('access_decisions')
      .select('record')
      .executeTakeFirstOrThrow()
    const { proven: _proven, ...old } = record
    await test.ctx.db
      .updateTable('access_decisions')
      .set({ record: JSON.stringify(old) })
      .execute()
    const id = await triesFlow({ secondFactor: 'ALWAYS' })
    expect(await reads(id)).toMatchObject({
      decisions: 1,
      unknown: 1,
      signIns: { blocked: 0, steppedUp: 0, letThrough: 0 },
    })
  })

  it('is published by whoever has looked', async () => {
    await signsIn()
    const id = await triesFlow({ default: true })
    await peopleOf(id, 'BLOCKED')
    const done = await test.call(publishWhatIf, { as, params: { id }, body: {} })
    expect(done.status, done.text).toBe(200)
    const params = { id: String(standard.id) }
    const flow = await test.call(readAuthenticationFlow, { as, params })
    expect(flow.body).toMatchObject({ default: true })
  })

  it('that is none is not found', async () => {
    const flow = { name: 'x', loginType: 'USER_LOGIN', firstFactors: ['PASSWORD'] }
    const change = {
      kind: 'FLOW',
      flowId: crypto.randomUUID(),
      flow: { ...flow, secondFactor: 'NONE' },
    }
    const answer = await test.call(createWhatIf, { as, body: { change } })
    expect(answer.status).toBe(404)
  })
})

describe('a rule that asks an engine which was not asked then', () => {
  const engine = async (): Promise<string> => {
    const { body, reading } = riskEngineTemplates.SCORE
    const answer = await test.call(createRiskEngine, {
      as,
      body: {
        name: `Engine ${Math.random()}`,
        description: '',
        engine: 'SCORE',
        reading,
        connector: {
          method: 'POST',
          url: 'https://risk.example.test/assess',
          authType: 'None',
          user: '',
          keyName: '',
          headers: [],
          contentType: 'application/json',
          body,
          timeoutMillis: 500,
          statuses: [200],
          resultItems: [],
        },
      },
    })
    expect(answer.status, answer.text).toBe(200)
    return String(answer.body.id)
  }
  const asking = (engineId: string, more: object = {}) => ({
    name: 'By engine',
    resourceId: 'USER_PORTAL' as const,
    strict: true,
    factors: [{ type: 'RISK_ENGINE', points: 10, engineId, failsFrom: 'MEDIUM' }],
    ...more,
  })

  it('is not known to keep anybody out, and says so', async () => {
    await signsIn()
    const engineId = await engine()
    const id = await tried({ kind: 'RULE', ruleId: null, rule: asking(engineId) })
    expect(await reads(id)).toMatchObject({ unknown: 1, signIns: { blocked: 0 } })
  })

  it('is known where the engine could say what it wants', async () => {
    await signsIn()
    const rule = asking(await engine(), { lowRisk: 'DENY', mediumRisk: 'DENY' })
    const id = await tried({ kind: 'RULE', ruleId: null, rule })
    expect(await reads(id)).toMatchObject({ unknown: 0, signIns: { blocked: 1 } })
  })
})
