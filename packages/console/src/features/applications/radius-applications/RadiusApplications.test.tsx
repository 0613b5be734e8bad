import {
  createRadiusAgent,
  deleteRadiusAgent,
  listRadiusAgents,
  readRadiusAgent,
  renewRadiusCredential,
} from '@signet/contract/applications/radius-agents'
import {
  createRadiusApplication,
  generateRadiusSecret,
  readRadiusApplication,
  updateRadiusApplication,
} from '@signet/contract/applications/radius-applications'
import { listRadiusSessions } from '@signet/contract/applications/radius-sessions'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, Refusal, serve } from '../../../../testing/answers.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { radiusAgentsFeature } from '../radius-agents/radius-agents.screens.ts'
import { radiusApplicationsFeature } from './radius-applications.screens.ts'
import { attributeOf, lineOf } from './reply-lines.ts'

const id = '018f0000-0000-7000-8000-000000000001'
const agentId = '018f0000-0000-7000-8000-000000000002'
const moment = '2026-11-01T08:00:00.000Z'

const application = (more: object = {}) => ({
  id,
  name: 'Branch VPN',
  description: '',
  enabled: true,
  allowedAddresses: ['192.0.2.128/28'],
  tlsClientName: null,
  agentIds: [],
  authenticationMethod: null,
  passwordFormat: 'PASSWORD' as const,
  codeDigits: 6,
  challengeResponse: true,
  challengeText: null,
  push: true,
  userNameFormat: 'AS_SENT' as const,
  clientAddressAttribute: 'NONE' as const,
  requireMessageAuthenticator: true,
  requestsPerSecond: 100,
  replyAttributes: [],
  secretCreatedAt: moment,
  createdAt: moment,
  updatedAt: moment,
  ...more,
})
const agent = (more: object = {}) => ({
  id: agentId,
  name: 'Branch network',
  description: '',
  enabled: true,
  credentialCreatedAt: moment,
  formerCredentialUntil: null,
  faults: [],
  lastSeenAt: null,
  version: null,
  createdAt: moment,
  ...more,
})

const agents = answering(listRadiusAgents, () => [agent()])
const one = answering(readRadiusApplication, () => application())
const screens = [...radiusApplicationsFeature.screens, ...radiusAgentsFeature.screens]
const show = (at: string) => showScreens({ ...radiusApplicationsFeature, screens }, at)
const page = `/applications/radius/RADIUS/${id}`
const agentPage = `/applications/agents/radius/${agentId}`

describe('a RADIUS application', () => {
  it('is added, and shows its shared secret before it opens', async () => {
    const asked = serve(
      agents,
      one,
      answering(createRadiusApplication, () => ({
        application: application(),
        sharedSecret: 'only-now',
      })),
    )
    const { user, router } = await show('/applications/add/radius/RADIUS')
    await user.type(await screen.findByLabelText(/^Name(?! in)/), 'Branch VPN')
    await user.click(screen.getByRole('button', { name: 'Add application' }))
    expect(await screen.findByText('only-now')).toBeDefined()
    const made = asked.find(({ endpoint }) => endpoint === createRadiusApplication)
    expect(made?.body).toMatchObject({ name: 'Branch VPN', requireMessageAuthenticator: true })
    await user.click(screen.getByRole('button', { name: 'I have copied it' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(page))
  })

  it('is changed in a page that everybody can read', async () => {
    const asked = serve(
      agents,
      one,
      answering(updateRadiusApplication, () => application()),
    )
    const { user } = await show(page)
    await user.type(await screen.findByLabelText('Description'), 'Way in')
    await user.click(screen.getByRole('checkbox', { name: 'Branch network' }))
    await expectAccessible()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(asked.some(({ endpoint }) => endpoint === updateRadiusApplication)).toBe(true),
    )
    const change = asked.find(({ endpoint }) => endpoint === updateRadiusApplication)
    expect(change?.body).toMatchObject({ description: 'Way in', agentIds: [agentId] })
  })

  it('gets a new secret, shown this once', async () => {
    serve(
      agents,
      one,
      answering(generateRadiusSecret, () => ({ sharedSecret: 'brand-new' })),
    )
    const { user } = await show(page)
    await user.click(await screen.findByRole('button', { name: 'Actions for Branch VPN' }))
    await user.click(await screen.findByRole('menuitem', { name: 'New shared secret' }))
    await user.click(await screen.findByRole('button', { name: 'Make new secret' }))
    expect(await screen.findByText('brand-new')).toBeDefined()
  })

  it('shows the connections that its clients account for', async () => {
    const session = {
      id,
      userName: 'ada',
      sessionId: 'a1',
      clientAddress: '192.0.2.130',
      callingStationId: null,
      framedAddress: null,
      startedAt: moment,
      updatedAt: moment,
      endedAt: null,
      seconds: 5,
      inputBytes: 10,
      outputBytes: 20,
      endCause: null,
    }
    serve(
      one,
      answering(listRadiusSessions, () => [session]),
    )
    await show(`${page}/sessions`)
    expect(await screen.findByText('ada')).toBeDefined()
    expect(screen.getByText('Lasts')).toBeDefined()
  })

  it.each([
    '25 = groups',
    '11 = "staff"',
    '9/1 = "shell:priv-lvl=15"',
    '27 = 3600',
    '8 = 192.0.2.1',
  ])('writes an attribute as it reads it: %s', (line) => {
    const read = Object(attributeOf(`${line} @ ${id}`))
    expect(read.groupId).toBe(id)
    expect(lineOf({ ...read, groupId: null })).toBe(line)
  })
})

describe('a RADIUS agent', () => {
  const read = answering(readRadiusAgent, () => agent())

  it('is added, and shows its credential before it opens', async () => {
    serve(
      read,
      agents,
      answering(createRadiusAgent, () => ({ agent: agent(), credential: 'only-now' })),
    )
    const { user, router } = await show('/applications/agents/radius/add')
    await user.type(await screen.findByLabelText(/^Name/), 'Branch network')
    await user.click(screen.getByRole('button', { name: 'Add RADIUS agent' }))
    expect(await screen.findByText('only-now')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'I have copied it' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(agentPage))
  })

  it('gets a new credential', async () => {
    serve(
      read,
      answering(renewRadiusCredential, () => ({ agent: agent(), credential: 'brand-new' })),
    )
    const { user } = await show(agentPage)
    await user.click(await screen.findByRole('button', { name: 'Actions for Branch network' }))
    await user.click(await screen.findByRole('menuitem', { name: 'New credential' }))
    await user.click(await screen.findByRole('button', { name: 'New credential' }))
    expect(await screen.findByText('brand-new')).toBeDefined()
  })

  it('that is in use stays, and it is said what uses it', async () => {
    serve(
      read,
      answering(deleteRadiusAgent, () => new Refusal('used_elsewhere', { names: 'Branch VPN' })),
    )
    const { user } = await show(agentPage)
    await user.click(await screen.findByRole('button', { name: 'Actions for Branch network' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete agent' }))
    await user.type(screen.getByLabelText('Type Branch network to confirm'), 'Branch network')
    await user.click(await screen.findByRole('button', { name: 'Delete agent' }))
    expect(await screen.findByText(/Still used by Branch VPN/)).toBeDefined()
  })
})
