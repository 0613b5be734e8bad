import {
  assignTokenBySerial,
  listUnassignedTokens,
} from '@signet/contract/authenticators/hardware-tokens'
import {
  completeTokenActivation,
  createUserToken,
  startTokenActivation,
} from '@signet/contract/authenticators/tokens'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, Refusal, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildRole, buildSettings } from '../../../../testing/facts.ts'
import { expectAccessible, renderRoutes } from '../../../../testing/render.tsx'
import { buildFound, buildToken, pageOfTokens } from '../../../../testing/tokens.ts'
import { HardwareSection } from './HardwareSection.tsx'
import { TokenSection } from './TokenSection.tsx'
import { type UserAuthenticators, useAuthenticatorDeeds } from './user-authenticators.queries.ts'

const hardware = buildToken()
const userid = hardware.userId ?? ''
const soft = buildToken({
  id: '018f0000-0000-7000-8000-000000000077',
  serialNumber: '100200300',
  type: 'ENTRUST_SOFT_TOKEN',
  state: 'NEW',
})
const link = 'https://app.example.test/authenticator/#/add?service=x&claim=y'
const activation = answering(startTokenActivation, () => ({
  otpauthUri: null,
  secret: null,
  softToken: { link, expiresAt: hardware.createDate },
}))

const Sections = ({ tokens }: { readonly tokens: UserAuthenticators['tokens'] }) => {
  const deeds = useAuthenticatorDeeds(userid)
  const shared = { found: buildFound(...tokens), name: 'Grace', userid }
  return (
    <>
      <TokenSection {...shared} deeds={deeds} ask={() => undefined} />
      <HardwareSection {...shared} />
    </>
  )
}

const show = (tokens: UserAuthenticators['tokens'], session = buildConsoleSession()) =>
  renderRoutes([{ path: '/', element: <Sections tokens={tokens} /> }], { at: '/', session })

describe('the apps of a user', () => {
  it('are made and activated by a picture and the code that the app shows', async () => {
    const asked = serve(
      answering(createUserToken, () => soft),
      activation,
      answering(completeTokenActivation, () => ({ ...soft, state: 'ACTIVE' as const })),
    )
    const { user } = show([])
    await user.click(await screen.findByRole('button', { name: 'Add app' }))
    const question = await screen.findByRole('alertdialog', { name: 'Add an app for Grace' })
    await user.type(within(question).getByLabelText('Label'), 'Work phone')
    await user.click(within(question).getByRole('button', { name: 'Add app' }))
    const dialog = await screen.findByRole('dialog', { name: 'Activate 100200300' })
    expect(await within(dialog).findByRole('img', { name: 'QR code for the app' })).toBeDefined()
    expect(within(dialog).getByText(link)).toBeDefined()
    await expectAccessible(dialog)
    await user.type(within(dialog).getByLabelText('Code that the app shows'), '123 456')
    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(asked.find(({ endpoint }) => endpoint === createUserToken)).toMatchObject({
      params: { userid, type: 'ENTRUST_SOFT_TOKEN' },
      body: { label: 'Work phone' },
    })
    expect(asked.filter(({ endpoint }) => endpoint === startTokenActivation)).toHaveLength(1)
    expect(asked.find(({ endpoint }) => endpoint === completeTokenActivation)?.body).toEqual({
      registrationCode: '123456',
    })
  })

  it('get their link by mail, where there is an address', async () => {
    let isKnown = false
    const answer = (address: string) => ({
      otpauthUri: null,
      secret: null,
      softToken: { link: address, expiresAt: soft.createDate },
    })
    const asked = serve(
      answering(startTokenActivation, ({ body }) => {
        if (!JSON.stringify(body).includes('mail')) return answer(link)
        return isKnown ? answer('https://new') : new Refusal('no_contact')
      }),
    )
    const { user } = show([soft])
    await user.click(await screen.findByRole('button', { name: 'Actions for 100200300' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Activate' }))
    const dialog = await screen.findByRole('dialog', { name: 'Activate 100200300' })
    const mail = await within(dialog).findByRole('button', { name: 'Send link by email' })
    await user.click(mail)
    expect(await within(dialog).findByRole('alert')).toBeDefined()
    isKnown = true
    await user.click(mail)
    expect(await within(dialog).findByText('https://new')).toBeDefined()
    expect(asked.at(-1)?.body).toEqual({ mail: true })
  })

  it('go to no service of managed devices where the tenant has none', async () => {
    serve(activation)
    const { user } = show([soft])
    await user.click(await screen.findByRole('button', { name: 'Actions for 100200300' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Activate' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Activate 100200300' }))
    expect(await dialog.findByRole('button', { name: 'Send link by email' })).toBeDefined()
    expect(dialog.queryByRole('button', { name: 'Hand to the managed device' })).toBeNull()
  })

  it('go to the service of managed devices, which may not take them', async () => {
    let takes = false
    const asked = serve(
      answering(startTokenActivation, ({ body }) => ({
        otpauthUri: null,
        secret: null,
        softToken: { link, expiresAt: soft.createDate },
        handedOver: JSON.stringify(body).includes('handOver') ? takes : null,
      })),
    )
    const { user } = show(
      [soft],
      buildConsoleSession({ settings: buildSettings({ sdpEnabled: true }) }),
    )
    await user.click(await screen.findByRole('button', { name: 'Actions for 100200300' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Activate' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Activate 100200300' }))
    const button = await dialog.findByRole('button', { name: 'Hand to the managed device' })
    await user.click(button)
    expect(await dialog.findByText(/did not take the link/)).toBeDefined()
    takes = true
    await user.click(button)
    expect(await dialog.findByText(/took the link/)).toBeDefined()
    expect(asked.at(-1)?.body).toEqual({ handOver: true })
  })

  it('that were begun are taken up, and say that a code was wrong', async () => {
    serve(
      activation,
      answering(completeTokenActivation, () => new Refusal('invalid_user_response')),
    )
    const { user } = show([soft])
    await user.click(await screen.findByRole('button', { name: 'Actions for 100200300' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Activate' }))
    const dialog = await screen.findByRole('dialog', { name: 'Activate 100200300' })
    await user.type(await within(dialog).findByLabelText('Code that the app shows'), '000000')
    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }))
    expect(await within(dialog).findByText(/That did not match/)).toBeDefined()
  })
})

describe('the hardware tokens of a user', () => {
  it('stand apart from the apps, with all that can be done with them', async () => {
    serve()
    const { user } = show([hardware])
    const named = await screen.findByRole('link', { name: 'Token 40710007' })
    expect(named.getAttribute('href')).toContain(`/token/${hardware.id}`)
    expect(screen.getByText('No authenticator app.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Actions for 40710007' }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Synchronise',
      'Unlock',
      'PIN',
      'Switch off',
      'Take back',
      'Delete',
    ])
  })

  it('come from the stock, found by the beginning of their number', async () => {
    const stock = { ...hardware, userId: null, userName: null, state: 'UNASSIGNED' as const }
    const asked = serve(
      answering(listUnassignedTokens, () => pageOfTokens(stock)),
      answering(assignTokenBySerial, () => hardware),
    )
    const { user } = show([])
    await user.click(await screen.findByRole('button', { name: 'Assign token' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Assign a token to Grace' })
    await user.type(within(dialog).getByRole('combobox', { name: 'Serial number' }), '4071')
    await user.click(await screen.findByRole('option', { name: '40710007' }))
    await user.click(within(dialog).getByRole('button', { name: 'Assign token' }))
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === assignTokenBySerial)).toMatchObject({
        params: { id: userid },
        body: { serialNumber: '40710007' },
      }),
    )
  })

  it('offer nothing to who may only look', async () => {
    serve()
    const look = { view: true, add: false, edit: false, remove: false }
    const role = buildRole({ permissions: [{ entityType: 'TOKENS', ...look }] })
    show([hardware, soft], buildConsoleSession({ roles: [role] }))
    expect(await screen.findByRole('link', { name: 'Token 40710007' })).toBeDefined()
    expect(screen.queryAllByRole('button')).toEqual([])
  })
})
