import { listAcrs } from '@signet/contract/access/acrs'
import {
  createAuthenticationFlow,
  deleteAuthenticationFlow,
  listAuthenticationFlows,
  readAuthenticationFlow,
  updateAuthenticationFlow,
} from '@signet/contract/access/authentication-flows'
import { standardFlow } from '@signet/rules/flows'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Asked, answering, Refusal, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildRole } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import type { Flow } from './flows.queries.ts'
import { flowsFeature } from './flows.screens.ts'

const id = '018f0000-0000-7000-8000-0000000000a1'
const flow = (change: Partial<Flow> = {}): Flow => ({
  id,
  name: 'Payments',
  description: null,
  system: false,
  method: null,
  ...standardFlow,
  firstFactors: ['PASSWORD'],
  secondFactor: 'ALWAYS',
  secondFactors: ['GRID', 'FIDO'],
  skipSecondFactor: 'NEVER',
  acrs: [],
  default: false,
  updatedAt: '2026-11-22T10:00:00.000Z',
  version: 3,
  ...change,
})
const system = flow({
  id: id.replace('a1', 'a2'),
  name: 'Standard sign-in',
  system: true,
  default: true,
})
const reached = { id: id.replace('a1', 'c1'), name: 'urn:example:acr' }
const acr = { ...reached, description: null, flows: [], createdAt: '2026-11-22T10:00:00.000Z' }

const show = (at: string, session = buildConsoleSession()) =>
  showScreens(flowsFeature, at, { session })
const bodies = (asked: readonly Asked[], endpoint: Asked['endpoint']) =>
  asked.filter((each) => each.endpoint === endpoint).map(({ body }) => body)

describe('the authentication flows', () => {
  it('stand with what comes first and of whom a second factor is asked', {
    meta: { covers: ['screen:authenticationflow'] },
  }, async () => {
    const asked = serve(
      answering(listAuthenticationFlows, () => [system, flow()]),
      answering(deleteAuthenticationFlow, () => undefined),
    )
    const { user, container } = await show('/authenticationflow')
    const link = await screen.findByRole('link', { name: 'Payments' })
    expect(link.getAttribute('href')).toContain(`/authenticationflow/edit/${id}`)
    expect(screen.getByText('Default')).toBeDefined()
    expect(screen.getAllByText('Of everybody')).toHaveLength(2)
    await expectAccessible(container)
    await user.click(screen.getByRole('button', { name: 'Actions for Payments' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete flow' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Delete flow' }))
    await waitFor(() => expect(bodies(asked, deleteAuthenticationFlow)).toHaveLength(1))
  })

  it('are shown alone to who may not change them', async () => {
    const permissions = [
      { entityType: 'CONTEXTRULES' as const, view: true, add: false, edit: false, remove: false },
    ]
    serve(answering(listAuthenticationFlows, () => [flow()]))
    await show('/authenticationflow', buildConsoleSession({ roles: [buildRole({ permissions })] }))
    await screen.findByRole('link', { name: 'Payments' })
    expect(screen.queryByRole('button', { name: 'Actions for Payments' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Add authentication flow' })).toBeNull()
  })
})

describe('an authentication flow', () => {
  it('is written with the factors in their order, and drawn meanwhile', {
    meta: { covers: ['screen:authenticationflow/add'] },
  }, async () => {
    const asked = serve(
      answering(listAcrs, () => [acr]),
      answering(createAuthenticationFlow, () => flow()),
      answering(listAuthenticationFlows, () => [flow()]),
    )
    const { user, container } = await show('/authenticationflow/add')
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Cards')
    for (const name of ['Approval in the app', 'Code of a token']) {
      await user.click(screen.getByRole('button', { name: `Take ${name} out` }))
    }
    await user.click(screen.getByRole('button', { name: 'Prefer Grid card' }))
    await user.click(screen.getByRole('checkbox', { name: reached.name }))
    const drawn = within(screen.getByRole('list', { name: 'The steps of this flow' }))
    expect(drawn.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'BeginsWith a user ID',
      'First factorPassword',
      'Second factorOf everybodyGrid cardPasskey or security key',
      'Signed in',
    ])
    await expectAccessible(container)
    await user.click(drawn.getByRole('button', { name: /^Second factor/ }))
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Prefer Grid card less')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(bodies(asked, createAuthenticationFlow)).toHaveLength(1))
    expect(bodies(asked, createAuthenticationFlow)[0]).toMatchObject({
      name: 'Cards',
      firstFactors: ['PASSWORD'],
      secondFactor: 'ALWAYS',
      secondFactors: ['GRID', 'FIDO'],
      acrIds: [reached.id],
      default: false,
    })
  })

  it('of one factor forgets the second ones', {
    meta: { covers: ['screen:authenticationflow/edit/{id}'] },
  }, async () => {
    const asked = serve(
      answering(listAcrs, () => []),
      answering(readAuthenticationFlow, () => flow()),
      answering(updateAuthenticationFlow, () => flow()),
    )
    const { user } = await show(`/authenticationflow/edit/${id}`)
    const need = await screen.findByRole('combobox', { name: 'Second factor asked' })
    await user.selectOptions(need, 'Of nobody')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(bodies(asked, updateAuthenticationFlow)).toHaveLength(1))
    expect(bodies(asked, updateAuthenticationFlow)[0]).toMatchObject({
      secondFactor: 'NONE',
      secondFactors: [],
    })
  })

  it('of the service keeps its steps, and is cloned under a name of its own', {
    meta: { covers: ['screen:authenticationflow/edit/{id}'] },
  }, async () => {
    serve(
      answering(listAcrs, () => []),
      answering(readAuthenticationFlow, () => system),
      answering(createAuthenticationFlow, () => new Refusal('authentication_flow_exists')),
    )
    await show(`/authenticationflow/edit/${system.id}`)
    expect(await screen.findByText(/its steps stay as they are/)).toBeDefined()
    expect(screen.queryByRole('textbox', { name: /^Name/ })).toBeNull()
    const clone = screen.getByRole('link', { name: 'Clone' })
    expect(clone.getAttribute('href')).toContain(`/authenticationflow/clone/${system.id}`)
    expect(screen.queryByRole('button', { name: 'Delete flow' })).toBeNull()
  })

  it('that is cloned says when its name is taken', {
    meta: { covers: ['screen:authenticationflow/clone/{id}'] },
  }, async () => {
    const asked = serve(
      answering(listAcrs, () => []),
      answering(readAuthenticationFlow, () => flow()),
      answering(createAuthenticationFlow, () => new Refusal('authentication_flow_exists')),
    )
    const { user } = await show(`/authenticationflow/clone/${id}`)
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Payments')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/already an authentication flow/)).toBeDefined()
    expect(bodies(asked, createAuthenticationFlow)).toHaveLength(1)
  })
})
