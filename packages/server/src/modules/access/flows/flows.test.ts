import { createAcr, deleteAcr, listAcrs, readAcr } from '@signet/contract/access/acrs'
import {
  createAuthenticationFlow,
  deleteAuthenticationFlow,
  listAuthenticationFlows,
  mostAuthenticationFlows,
  readAuthenticationFlow,
  updateAuthenticationFlow,
} from '@signet/contract/access/authentication-flows'
import { standardFlow, systemFlows } from '@signet/rules/flows'
import { authenticationMethodIds } from '@signet/rules/sign-in'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { flowFor } from './flow-for.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

interface Shown {
  readonly id: string
  readonly name: string
  readonly method: string | null
  readonly system: boolean
  readonly default: boolean
  readonly version: number
}

const list = async (): Promise<Shown[]> =>
  JSON.parse((await test.call(listAuthenticationFlows, { as })).text)
const systemFlow = async (method: string | null): Promise<Shown> => {
  const flow = (await list()).find((each) => each.system && each.method === method)
  if (flow === undefined) throw new Error(`no system flow ${method}`)
  return flow
}

const steps = {
  loginType: 'USER_LOGIN',
  firstFactors: ['PASSWORD'],
  secondFactor: 'ALWAYS',
  secondFactors: ['GRID', 'FIDO'],
}
const create = (name: string, more: object = {}) =>
  test.call(createAuthenticationFlow, { as, body: { name, ...steps, ...more } })
const put = (id: string, body: object, headers: Record<string, string> = {}) =>
  test.call(updateAuthenticationFlow, { as, params: { id }, body, headers })

const present = () => flowFor(test.ctx, { applicationId: null, person: null })

describe('the authentication flows', () => {
  it('are at the start those of the service, the standard one the default', async () => {
    const flows = await list()
    expect(flows.map(({ method }) => method).slice(0, systemFlows.length)).toEqual(
      expect.arrayContaining(systemFlows.map(({ method }) => method)),
    )
    expect(flows[0]).toMatchObject({ ...standardFlow, method: null, system: true, default: true })
    expect(flows.filter((flow) => flow.default)).toHaveLength(1)
    const waiting = authenticationMethodIds.filter(
      (method) => !systemFlows.some((flow) => flow.method === method),
    )
    expect(waiting).toEqual([])
  })

  it('are added, read, changed and deleted', async () => {
    const made = await create('Cards')
    expect(made.status, made.text).toBe(200)
    expect(made.body).toMatchObject({
      ...steps,
      outcome: 'ADMIT',
      skipSecondFactor: 'NEVER',
      system: false,
      method: null,
      default: false,
      acrs: [],
    })
    const id = String(made.body.id)
    const changed = await put(id, { name: 'Cards', ...steps, secondFactors: ['GRID'] })
    expect(changed.body).toMatchObject({ secondFactors: ['GRID'], version: 2 })
    const stale = await put(id, { name: 'Cards', ...steps }, { 'if-match': '"1"' })
    expect(stale.status).toBe(412)
    const read = await test.call(readAuthenticationFlow, { as, params: { id } })
    expect(read.body).toEqual(changed.body)
    expect((await test.call(deleteAuthenticationFlow, { as, params: { id } })).status).toBe(204)
    const gone = await test.call(readAuthenticationFlow, { as, params: { id } })
    expect(gone.body.errorCode).toBe('authentication_flow_not_found')
  })

  it('have names of their own, whatever their capitals', async () => {
    expect((await create('Twice')).status).toBe(200)
    expect((await create('tWICE')).body.errorCode).toBe('authentication_flow_exists')
    const other = await create('Other')
    const renamed = await put(String(other.body.id), { name: 'TWICE', ...steps })
    expect(renamed.body.errorCode).toBe('authentication_flow_exists')
  })

  it.each([
    [
      'an identity provider that begins with a password',
      { loginType: 'IDP_LOGIN' },
      'firstFactors',
      'flow_first',
    ],
    [
      'a user certificate that begins with a password',
      { loginType: 'USER_CERTIFICATE_LOGIN' },
      'firstFactors',
      'flow_first',
    ],
    ['no first factor', { firstFactors: [] }, 'firstFactors', 'flow_first'],
    [
      'a passkey login that begins with a password',
      { loginType: 'PASSKEY_LOGIN' },
      'firstFactors',
      'flow_first',
    ],
    [
      'a smart login that begins with a password',
      { loginType: 'SMART_LOGIN' },
      'firstFactors',
      'flow_first',
    ],
    ['the same factor twice', { secondFactors: ['GRID', 'GRID'] }, 'secondFactors', 'each_once'],
    ['a second step that nothing proves', { secondFactors: [] }, 'secondFactors', 'flow_second'],
    [
      'a second step that only the first proves',
      { firstFactors: ['TOKEN'], secondFactors: ['TOKEN'] },
      'secondFactors',
      'flow_second',
    ],
    [
      'second factors that nobody is asked for',
      { secondFactor: 'NONE' },
      'secondFactors',
      'flow_second',
    ],
    [
      'skipping what nobody is asked for',
      { secondFactor: 'NONE', secondFactors: [], skipSecondFactor: 'KNOWN_DEVICE' },
      'skipSecondFactor',
      'flow_skip',
    ],
  ])('do not hold %s', async (_what, more, field, message) => {
    const refused = await create('Wrong', more)
    expect(refused.status).toBe(400)
    expect(refused.body.fields).toContainEqual({ path: `body.${field}`, message })
  })

  it('that came with the service stay as they are, whoever asks', async () => {
    const { id, name } = await systemFlow('PASSWORD_ONLY')
    const changed = await put(id, { name, ...steps })
    expect(changed.body.errorCode).toBe('authentication_flow_system')
    const removed = await test.call(deleteAuthenticationFlow, { as, params: { id } })
    expect(removed.body.errorCode).toBe('authentication_flow_system')
  })

  it('have one default: another takes its place, and it cannot be given up or deleted', async () => {
    const standard = await systemFlow(null)
    const made = await create('Mine', { default: true })
    const id = String(made.body.id)
    expect((await list()).filter((flow) => flow.default).map((flow) => flow.id)).toEqual([id])
    expect(await present()).toMatchObject({ id, name: 'Mine', firstFactors: ['PASSWORD'] })
    const given = await put(id, { name: 'Mine', ...steps })
    expect(given.body.errorCode).toBe('authentication_flow_default')
    const removed = await test.call(deleteAuthenticationFlow, { as, params: { id } })
    expect(removed.body.errorCode).toBe('authentication_flow_default')
    const denying = await put(id, { name: 'Mine', ...steps, outcome: 'DENY', default: true })
    expect(denying.body.errorCode).toBe('authentication_flow_default')
    const back = await put(standard.id, { name: standard.name, ...standardFlow, default: true })
    expect(back.status, back.text).toBe(200)
    expect(await present()).toMatchObject({ id: standard.id, ...standardFlow })
  })

  it('are no more than a hundred', async () => {
    const before = (await list()).length
    for (let count = before; count < mostAuthenticationFlows; count += 1) {
      await create(`Flow ${count}`)
    }
    expect((await create('Too many')).body.errorCode).toBe('authentication_flow_limit_reached')
  })
})

describe('an authentication context class', () => {
  const name = 'urn:example:acr:high'
  const add = (wanted: string) => test.call(createAcr, { as, body: { name: wanted } })

  it('is added once, read and deleted', async () => {
    const made = await add(name)
    expect(made.body).toMatchObject({ name, description: null, flows: [] })
    expect((await add(name)).body.errorCode).toBe('acr_exists')
    const params = { id: String(made.body.id) }
    expect((await test.call(readAcr, { as, params })).body).toEqual(made.body)
    expect((await test.call(deleteAcr, { as, params })).status).toBe(204)
    expect((await test.call(readAcr, { as, params })).body.errorCode).toBe('acr_not_found')
  })

  it.each(['two words', 'ümlaut', '', 'aal1', 'aal2'])('is never named "%s"', async (wrong) => {
    expect((await add(wrong)).status).toBe(400)
  })

  it('stays while a flow reaches it, and the flow knows only those that there are', async () => {
    const id = String((await add('urn:example:acr:used')).body.id)
    const flow = await systemFlow('PASSWORD_SECOND_FACTOR')
    const [row] = systemFlows.filter(({ method }) => method === flow.method)
    const body = { ...row, name: flow.name }
    const reaching = await put(flow.id, { ...body, acrIds: [id] })
    expect(reaching.body.acrs).toEqual([{ id, name: 'urn:example:acr:used' }])
    const [listed] = JSON.parse((await test.call(listAcrs, { as })).text)
    expect(listed.flows).toEqual([{ id: flow.id, name: flow.name }])
    const refused = await test.call(deleteAcr, { as, params: { id } })
    expect(refused.body.errorCode).toBe('acr_in_use')
    const foreign = await put(flow.id, { ...body, acrIds: [crypto.randomUUID()] })
    expect(foreign.body.errorCode).toBe('acr_not_found')
  })
})
