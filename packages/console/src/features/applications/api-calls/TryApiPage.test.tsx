import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { connectCalls } from '../../../lib/transport.ts'
import { apiCallsFeature } from './api-calls.screens.ts'

const listed = {
  createUser: {
    api: 'administration',
    id: 'createUser',
    method: 'POST',
    path: '/api/web/v3/users',
    summary: 'Create a user',
    subject: 'Users',
  },
  deleteUser: {
    api: 'administration',
    id: 'deleteUser',
    method: 'DELETE',
    path: '/api/web/v3/users/{id}',
    summary: 'Delete a user',
    subject: 'Users',
  },
  listCharts: {
    api: 'administration',
    id: 'listCharts',
    method: 'GET',
    path: '/api/web/v1/charts',
    summary: 'Charts',
    subject: 'Reports',
  },
} as const

const parameter = (change: object) => ({
  type: 'string',
  isRequired: true,
  text: 'What it means.',
  values: [],
  ...change,
})

const known = { credentials: ['session', 'application'], permission: null, body: null }

const described = {
  createUser: {
    ...listed.createUser,
    ...known,
    permission: 'USERS.ADD',
    parameters: [parameter({ name: 'Idempotency-Key', place: 'header', isRequired: false })],
    body: {
      mediaType: 'application/json',
      whole: { isRequired: true },
      example: { userId: 'ada' },
    },
  },
  deleteUser: {
    ...listed.deleteUser,
    ...known,
    parameters: [parameter({ name: 'id', place: 'path' })],
  },
  listCharts: {
    ...listed.listCharts,
    ...known,
    parameters: [parameter({ name: 'span', place: 'query', values: ['"DAY"', '"WEEK"'] })],
  },
} as const

interface Sent {
  readonly url: URL
  readonly method: string | undefined
  readonly headers: Headers
  readonly body: unknown
}

/** The reference of the service, and what it answers to the calls; keeps those. */
const serveApi = (answer: () => Response | Promise<Response>): readonly Sent[] => {
  const sent: Sent[] = []
  connectCalls({
    readToken: () => 'session-token',
    proofKey: () =>
      crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']),
    fetch: async (address, init = {}) => {
      const url = new URL(String(address))
      const { pathname } = url
      if (pathname === '/help/developer/apis/calls.json')
        return new Response(JSON.stringify(Object.values(listed)))
      const id = pathname.split('/').at(-1) ?? ''
      if (pathname.startsWith('/help/developer/apis/calls/administration/'))
        return new Response(JSON.stringify(Reflect.get(described, id)))
      const { method, headers, body = null } = init
      sent.push({ url, method, headers: new Headers(headers), body })
      return answer()
    },
  })
  return sent
}

const json = (status: number, value: unknown): Response =>
  new Response(JSON.stringify(value), {
    status,
    headers: { 'Content-Type': 'application/json', 'X-Request-Id': 'request-1' },
  })

const at = (id: keyof typeof listed) => `/tryapi?api=administration&operation=${id}`
const press = async (user: Awaited<ReturnType<typeof showScreens>>['user']) =>
  user.click(await screen.findByRole('button', { name: 'Send call' }))

describe('trying the API', () => {
  it('finds a call by its words, and has the address of the choice', async () => {
    serveApi(() => json(200, {}))
    const { user, router } = await showScreens(apiCallsFeature, '/tryapi')
    await user.type(await screen.findByRole('combobox', { name: 'Call' }), 'user delete')
    const options = await screen.findAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Delete a userDELETE /api/web/v3/users/{id}',
    ])
    await user.click(options[0] ?? document.body)
    await screen.findByRole('heading', { level: 2, name: 'Delete a user' })
    expect(router.state.location.search).toBe('?api=administration&operation=deleteUser')
  })

  it('makes the call as oneself, with the proof of the session, and shows the answer', async () => {
    const sent = serveApi(() => json(200, { id: '1', userId: 'ada' }))
    const { user } = await showScreens(apiCallsFeature, at('createUser'))
    const body = await screen.findByLabelText(/^Body/)
    expect(body).toHaveProperty('value', '{\n  "userId": "ada"\n}')
    const reference = screen.getByRole('link', { name: 'Open the reference' })
    expect(reference.getAttribute('href')).toBe(
      '/help/developer/apis/administration/openapi/users/createUser',
    )
    await user.type(screen.getByLabelText('Idempotency-Key'), 'key-1')
    await press(user)
    const content = await screen.findByRole('region', { name: 'Content of the answer' })
    expect(JSON.parse(content.textContent ?? '')).toEqual({ id: '1', userId: 'ada' })
    expect(screen.getByText('200')).toBeDefined()
    expect(screen.getByText('request-1')).toBeDefined()
    const [call] = sent
    expect([call?.method, call?.url.pathname]).toEqual(['POST', '/api/web/v3/users'])
    expect(call?.headers.get('Authorization')).toBe('DPoP session-token')
    expect(call?.headers.has('DPoP')).toBe(true)
    expect(call?.headers.get('Idempotency-Key')).toBe('key-1')
    expect(call?.body).toBe('{"userId":"ada"}')
    await expectAccessible()
  })

  it('makes it with the token of a program instead, and without the session', async () => {
    const sent = serveApi(() => json(200, {}))
    const { user } = await showScreens(apiCallsFeature, at('createUser'))
    await user.selectOptions(await screen.findByLabelText('Call as'), 'Bearer token')
    await user.type(screen.getByLabelText('Bearer token'), 'program-token')
    await press(user)
    await screen.findByRole('heading', { name: 'Answer' })
    expect(sent[0]?.headers.get('Authorization')).toBe('Bearer program-token')
    expect(sent[0]?.headers.has('DPoP')).toBe(false)
  })

  it('shows a refusal as what was answered', async () => {
    serveApi(() => json(409, { errorCode: 'user_exists' }))
    const { user } = await showScreens(apiCallsFeature, at('createUser'))
    await press(user)
    expect(await screen.findByText('409')).toBeDefined()
    const content = screen.getByRole('region', { name: 'Content of the answer' })
    expect(content.textContent).toContain('user_exists')
  })

  it('sends nothing while the body is no JSON', async () => {
    const sent = serveApi(() => json(200, {}))
    const { user } = await showScreens(apiCallsFeature, at('createUser'))
    const body = await screen.findByLabelText(/^Body/)
    await user.clear(body)
    await user.type(body, 'no json')
    await press(user)
    expect(await screen.findByText('This is not valid JSON.')).toBeDefined()
    expect(sent).toEqual([])
  })

  it('asks for required parameters, and offers the values of those that have a list', async () => {
    const sent = serveApi(() => json(200, []))
    const { user } = await showScreens(apiCallsFeature, at('listCharts'))
    await press(user)
    expect(await screen.findByText('Enter a value.')).toBeDefined()
    expect(sent).toEqual([])
    await user.selectOptions(screen.getByLabelText(/^span/), 'WEEK')
    await press(user)
    await screen.findByRole('heading', { name: 'Answer' })
    expect(sent[0]?.url.search).toBe('?span=WEEK')
  })

  it('asks before something is deleted', async () => {
    const sent = serveApi(() => new Response(null, { status: 204 }))
    const { user } = await showScreens(apiCallsFeature, at('deleteUser'))
    await user.type(await screen.findByLabelText(/^id/), 'a/1')
    await press(user)
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText(/^DELETE \/api\/web\/v3\/users\/\{id\}/)).toBeDefined()
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(sent).toEqual([])
    await press(user)
    const again = within(await screen.findByRole('alertdialog'))
    await user.click(again.getByRole('button', { name: 'Send call' }))
    expect(await screen.findByText('204')).toBeDefined()
    expect(sent[0]?.url.pathname).toBe('/api/web/v3/users/a%2F1')
    expect(screen.queryByRole('region', { name: 'Content of the answer' })).toBeNull()
  })
})
