import {
  changeRiskEngineState,
  createRiskEngine,
  deleteRiskEngine,
  listRiskEngineDefinitions,
  listRiskEngines,
  readRiskEngine,
  reportRiskFactors,
  updateRiskEngine,
} from '@signet/contract/access/risk-engines'
import { riskEngineKinds, riskEngineTemplates } from '@signet/rules/risk/engines'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Asked, answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import type { RiskEngine } from './risk-engines.queries.ts'
import { riskEnginesFeature } from './risk-engines.screens.ts'

const id = '018f0000-0000-7000-8000-0000000000a1'
const { body, reading } = riskEngineTemplates.SCORE
const engine = (change: Partial<RiskEngine> = {}): RiskEngine => ({
  id,
  name: 'Reputation',
  description: '',
  engine: 'SCORE',
  state: 'ENABLED',
  reading: { ...reading, type: 'SCORE', riskier: 'HIGHER', mediumFrom: 40, highFrom: 75 },
  connector: {
    method: 'POST',
    url: 'https://risk.example/assess',
    authType: 'None',
    user: '',
    keyName: '',
    headers: [],
    secrets: [],
    contentType: 'application/json',
    body,
    timeoutMillis: 2000,
    statuses: [200],
    resultItems: [],
    secretPresent: false,
  },
  updatedAt: '2026-11-22T10:00:00.000Z',
  ...change,
})
const described = engine({ id: id.replace('a1', 'a2'), name: 'Fraud desk', engine: 'CONNECTOR' })

const show = (at: string) => showScreens(riskEnginesFeature, at, { session: buildConsoleSession() })
const bodies = (asked: readonly Asked[], endpoint: Asked['endpoint']) =>
  asked.filter((each) => each.endpoint === endpoint).map((each) => each.body)
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

describe('risk engines', () => {
  it('are listed with what they are made from, where they are and whether they are asked', {
    meta: { covers: ['screen:settings/riskengines'] },
  }, async () => {
    serve(answering(listRiskEngines, () => [engine(), engine({ ...described, state: 'DISABLED' })]))
    const { container } = await show('/settings/riskengines')
    const link = await screen.findByRole('link', { name: 'Reputation' })
    expect(link.getAttribute('href')).toContain(`/settings/riskengines/SCORE/${id}`)
    const other = screen.getByRole('link', { name: 'Fraud desk' })
    expect(other.getAttribute('href')).toContain(`/settings/riskenginescberes/${described.id}`)
    expect(screen.getAllByText('risk.example')).toHaveLength(2)
    expect(screen.getByText('In use')).toBeDefined()
    expect(screen.getByText('Switched off')).toBeDefined()
    await expectAccessible(container)
  })

  it('are switched off after a question, and deleted', async () => {
    const asked = serve(
      answering(listRiskEngines, () => [engine()]),
      answering(changeRiskEngineState, () => engine({ state: 'DISABLED' })),
      answering(deleteRiskEngine, () => undefined),
    )
    const { user } = await show('/settings/riskengines')
    const choose = async (action: string) => {
      await user.click(await screen.findByRole('button', { name: 'Actions for Reputation' }))
      await user.click(await screen.findByRole('menuitem', { name: action }))
      const dialog = within(await screen.findByRole('alertdialog'))
      await user.click(dialog.getByRole('button', { name: action }))
    }
    await choose('Switch off')
    await waitFor(() =>
      expect(bodies(asked, changeRiskEngineState)).toEqual([{ state: 'DISABLED' }]),
    )
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await choose('Delete risk engine')
    await waitFor(() => expect(bodies(asked, deleteRiskEngine)).toHaveLength(1))
  })

  it('begin with what their service answers', {
    meta: { covers: ['screen:settings/riskengines/add'] },
  }, async () => {
    const placeholders = ['{{ENV.clientIp}}']
    serve(
      answering(listRiskEngineDefinitions, () =>
        riskEngineKinds.map((kind) => ({
          engine: kind,
          body,
          reading: engine().reading,
          example: '{}',
          placeholders,
        })),
      ),
    )
    const { container } = await show('/settings/riskengines/add')
    const target = async (name: string) =>
      (await screen.findByRole('link', { name })).getAttribute('href')
    expect(await target('A score')).toContain('/settings/riskengines/SCORE/add')
    expect(await target('A call of your own')).toContain('/settings/riskenginescberes/add')
    await expectAccessible(container)
  })

  it('are made from a definition, of which the request stays', {
    meta: { covers: ['screen:settings/riskengines/{engine}/add'] },
  }, async () => {
    const asked = serve(answering(createRiskEngine, () => engine()))
    const { user, container } = await show('/settings/riskengines/SCORE/add')
    await screen.findByRole('button', { name: 'Save' })
    expect(screen.queryByLabelText('Body')).toBeNull()
    await expectAccessible(container)
    type(/^Name/, 'Reputation')
    type(/^Address of the call/, 'https://risk.example/assess')
    type(/^Proof of who calls/, 'None')
    type(/^High from/, '20')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findAllByText(/Not below where medium risk begins/)).not.toHaveLength(0)
    expect(bodies(asked, createRiskEngine)).toEqual([])
    type(/^High from/, '80')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(bodies(asked, createRiskEngine)).toHaveLength(1))
    expect(bodies(asked, createRiskEngine)[0]).toMatchObject({
      name: 'Reputation',
      engine: 'SCORE',
      reading: { type: 'SCORE', path: '$.score', mediumFrom: 40, highFrom: 80 },
      connector: { url: 'https://risk.example/assess', authType: 'None', body },
    })
  })

  it('are described whole where the service wants something else', {
    meta: { covers: ['screen:settings/riskenginescberes/add'] },
  }, async () => {
    const asked = serve(answering(createRiskEngine, () => described))
    const { user } = await show('/settings/riskenginescberes/add')
    await screen.findByRole('button', { name: 'Save' })
    type(/^Name/, 'Fraud desk')
    type(/^Address of the call/, 'https://risk.example/{{USER.id}}')
    type(/^Proof of who calls/, 'None')
    type(/^Where the risk stands/, '$.verdict')
    type(/^The risk is/, 'WORD')
    type(/^Words for high risk/, 'bad\nworse')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(bodies(asked, createRiskEngine)).toHaveLength(1))
    expect(bodies(asked, createRiskEngine)[0]).toMatchObject({
      engine: 'CONNECTOR',
      reading: { type: 'WORD', path: '$.verdict', high: ['bad', 'worse'] },
    })
  })

  it('are changed by the version that was read', {
    meta: { covers: ['screen:settings/riskengines/{engine}/{id}'] },
  }, async () => {
    const asked = serve(
      answering(readRiskEngine, () => engine()),
      answering(updateRiskEngine, () => engine()),
    )
    const { user } = await show(`/settings/riskengines/SCORE/${id}`)
    await screen.findByRole('button', { name: 'Save' })
    type(/^Description/, 'Of addresses')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(bodies(asked, updateRiskEngine)).toHaveLength(1))
    expect(bodies(asked, updateRiskEngine)[0]).toMatchObject({ description: 'Of addresses' })
  })

  it('are asked about an example', {
    meta: { covers: ['screen:settings/riskenginescberes/{id}'] },
  }, async () => {
    const asked = serve(
      answering(readRiskEngine, () => described),
      answering(reportRiskFactors, () => ({
        name: 'Fraud desk',
        level: 'HIGH' as const,
        failure: null,
        riskFactors: [{ name: 'proxy', value: 'true' }],
      })),
    )
    const { user, container } = await show(`/settings/riskenginescberes/${described.id}`)
    const ask = await screen.findByRole('button', { name: 'Ask' })
    await user.click(ask)
    expect(await screen.findByText('High risk')).toBeDefined()
    expect(screen.getByText('proxy: true')).toBeDefined()
    expect(bodies(asked, reportRiskFactors)).toEqual([{ id: described.id, values: {} }])
    await expectAccessible(container)
  })
})
