import { listSiteRoles } from '@signet/contract/identity/roles'
import {
  readSpIdentityProvider,
  updateSpIdentityProvider,
} from '@signet/contract/provider/sp-identity-providers'
import {
  acceptSupportRequest,
  createSupportGrant,
  endSupportGrant,
  listSupportGrants,
  readSupportGrant,
} from '@signet/contract/provider/support-grants'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import type { Grant } from './support-access.queries.ts'
import { supportAccessFeature } from './support-access.screens.ts'

const id = '018f0000-0000-7000-8000-000000000001'
const at = '2026-11-30T08:00:00.000Z'
const grant = (change: Partial<Grant> = {}): Grant => ({
  id,
  state: 'ACTIVE',
  reason: 'Sign-ins fail',
  rights: 'READ_ONLY',
  roleId: null,
  roleName: null,
  hours: 4,
  provider: 'Reseller',
  grantedBy: 'ada',
  createdAt: at,
  grantedAt: at,
  endsAt: '2026-11-30T12:00:00.000Z',
  endedAt: null,
  endedBy: null,
  version: 1,
  ...change,
})
const request = grant({
  id: `${id.slice(0, -1)}2`,
  state: 'REQUESTED',
  reason: 'Please let us look',
  hours: null,
  grantedBy: null,
  grantedAt: null,
  endsAt: null,
})
const signIn = { enabled: false, allowed: true, provider: 'Reseller' }
const noSignIn = answering(readSpIdentityProvider, () => signIn)
const show = (path = '/supportaccess') =>
  showScreens(supportAccessFeature, path, { session: buildConsoleSession() })

it('support access is granted with a reason, for some hours', async () => {
  const asked: unknown[] = []
  serve(
    noSignIn,
    answering(listSupportGrants, () => []),
    answering(listSiteRoles, () => []),
    answering(createSupportGrant, ({ body }) => {
      asked.push(body)
      return grant()
    }),
  )
  const { user } = await show()
  await screen.findByText('No support access')
  const [button] = await screen.findAllByRole('button', { name: 'Grant access' })
  if (button !== undefined) await user.click(button)
  const dialog = within(await screen.findByRole('alertdialog'))
  const confirm = dialog.getByRole('button', { name: 'Grant access' })
  expect(confirm.hasAttribute('disabled')).toBe(true)
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Sign-ins fail')
  const hours = dialog.getByRole('spinbutton', { name: /Hours/ })
  await user.clear(hours)
  await user.type(hours, '73')
  expect(confirm.hasAttribute('disabled')).toBe(true)
  await user.clear(hours)
  await user.type(hours, '8')
  await user.click(confirm)
  await waitFor(() => expect(asked).toEqual([{ reason: 'Sign-ins fail', hours: 8, roleId: null }]))
})

it('the reason of a request is text, whatever is in it', async () => {
  const reason = '<img src=x onerror=alert(1)><a href="https://evil.example">here</a> {{name}} {0}'
  serve(
    noSignIn,
    answering(listSupportGrants, () => [{ ...request, reason }]),
    answering(listSiteRoles, () => []),
  )
  const { user, container } = await show()
  const expectText = (element: Element): void => {
    expect(element.textContent).toContain(reason)
    expect(element.querySelectorAll('img, a[href^="https://evil"]')).toHaveLength(0)
  }
  await screen.findByRole('link', { name: reason })
  expectText(container)
  await user.click(screen.getByRole('button', { name: `Actions for ${reason}` }))
  await user.click(await screen.findByRole('menuitem', { name: 'Grant access' }))
  expectText(await screen.findByRole('alertdialog'))
})

it('a request of the provider is accepted, and a grant is ended', async () => {
  const asked: unknown[] = []
  serve(
    noSignIn,
    answering(listSupportGrants, () => [request, grant()]),
    answering(listSiteRoles, () => []),
    answering(acceptSupportRequest, ({ params, body }) => {
      asked.push([params, body])
      return grant()
    }),
    answering(endSupportGrant, ({ params }) => {
      asked.push(params)
      return grant({ state: 'ENDED', endedAt: at, endedBy: 'TENANT' })
    }),
  )
  const { user } = await show()
  await screen.findByText('Requested')
  const choose = async (row: RegExp, item: string): Promise<void> => {
    await user.click(await screen.findByRole('button', { name: row }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: item }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  await choose(/Please let us look/, 'Grant access')
  await choose(/Sign-ins fail/, 'End access')
  expect(asked).toEqual([[{ id: request.id }, { hours: 4, roleId: null }], { id }])
  await expectAccessible()
})

it('a grant shows its terms and what was done under it', async () => {
  const acts = [
    {
      id: 'one',
      at,
      action: 'SUPPORTGRANT_ENTERED',
      entityType: 'SUPPORTGRANTS',
      entityName: 'Sign-ins fail',
      outcome: 'SUCCESS',
    } as const,
  ]
  serve(answering(readSupportGrant, () => ({ ...grant(), acts })))
  await show(`/supportaccess/${id}`)
  await screen.findByText('Reseller')
  expect(screen.getByText('Read-only')).toBeDefined()
  expect(screen.getByText('Support session started · Sign-ins fail')).toBeDefined()
  await expectAccessible()
})

it.each([
  ['Turn off provider sign-in', { ...signIn, enabled: true }, false],
  ['Allow provider sign-in', { ...signIn, allowed: false }, true],
] as const)('the sign-in page leads to the provider or not: %s', async (name, state, allowed) => {
  const asked = serve(
    answering(readSpIdentityProvider, () => state),
    answering(listSupportGrants, () => []),
    answering(updateSpIdentityProvider, () => ({ ...state, allowed })),
  )
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(/Sign in as Reseller/)).toBeDefined()
  await expectAccessible()
  await user.click(dialog.getByRole('button', { name }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  const sent = asked.find(({ endpoint }) => endpoint === updateSpIdentityProvider)
  expect(sent?.body).toEqual({ allowed })
})

it('a provider that offers no sign-in has none to turn off', async () => {
  serve(
    noSignIn,
    answering(listSupportGrants, () => []),
  )
  await show()
  await screen.findByText('No support access')
  expect(screen.queryByRole('button', { name: /provider sign-in/ })).toBeNull()
})
