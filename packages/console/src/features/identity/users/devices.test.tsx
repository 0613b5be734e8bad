import {
  changeActiveSyncDevice,
  listActiveSyncDevices,
  readUserActiveSyncSettings,
  refreshActiveSyncDevices,
} from '@signet/contract/authenticators/activesync-devices'
import { deleteUserDesktop, listUserDesktops } from '@signet/contract/authenticators/desktops'
import {
  assignExternalCredential,
  readExternalCredential,
} from '@signet/contract/authenticators/external-credentials'
import {
  activateFace,
  listUserFaces,
  readUserFaceSettings,
  registerUserFace,
} from '@signet/contract/authenticators/faces'
import { listUserMachines } from '@signet/contract/authenticators/machines'
import { listTextMessages } from '@signet/contract/authenticators/otps'
import { listEmailMessages } from '@signet/contract/settings/email-messages'
import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { answering, type Door, Refusal, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession } from '../../../../testing/facts.ts'
import { expectAccessible, renderRoutes } from '../../../../testing/render.tsx'
import { messages } from '../../../lib/messages.ts'
import { Asked } from './AuthenticatorsTab.tsx'
import type { Question } from './authenticator-deeds.ts'
import { DeviceSections } from './DeviceSections.tsx'
import { SentCodesSection } from './SentCodesSection.tsx'

const at = '2026-01-02T03:04:05.000Z'
const id = '018f0000-0000-7000-8000-000000000042'
const other = '018f0000-0000-7000-8000-000000000043'

const phone = {
  deviceId: 'phone-1',
  name: 'Ada’s phone',
  model: 'Pocket 3',
  operatingSystem: null,
  access: 'QUARANTINED' as const,
  firstSyncDate: null,
  lastSyncDate: at,
  reportedDate: at,
}
const face = {
  id: other,
  userId: id,
  state: 'REGISTERING' as const,
  createDate: at,
  activatedDate: null,
  lastUsedDate: null,
  registrationExpiry: at,
}
const desktop = {
  id: other,
  userId: id,
  name: 'Workstation',
  operatingSystem: 'Linux',
  createDate: at,
  renewedDate: at,
  offlineUntil: at,
}
const credential = {
  userId: id,
  type: 'OTP' as const,
  credential: 'SN-9',
  createdAt: at,
  lastUsedAt: null,
}

/** Of a tenant that has all of it, and a user who has none. */
const nothing: readonly Door[] = [
  answering(listUserMachines, () => []),
  answering(listUserFaces, () => []),
  answering(readUserFaceSettings, () => ({
    enabled: true,
    registrationFlows: ['WEB' as const, 'MOBILE' as const],
    registrationMinutes: 30,
  })),
  answering(listActiveSyncDevices, () => []),
  answering(readUserActiveSyncSettings, () => ({ enabled: true, selfService: false })),
  answering(listUserDesktops, () => []),
  answering(readExternalCredential, () => ({ credential: null, judged: true })),
]

const Part = ({ mayEdit }: { readonly mayEdit: boolean }) => {
  const [question, ask] = useState<Question | null>(null)
  return (
    <main>
      <h1>Ada</h1>
      <DeviceSections userid={id} name="Ada" ask={ask} mayEdit={mayEdit} />
      {question !== null && <Asked question={question} onClose={() => ask(null)} />}
    </main>
  )
}

const show = (doors: readonly Door[], mayEdit = true) => {
  const asked = serve(...doors, ...nothing)
  const routes = [{ path: '/', element: <Part mayEdit={mayEdit} /> }]
  return { ...renderRoutes(routes, { at: '/', session: buildConsoleSession() }), asked }
}
const bodyOf = (asked: ReturnType<typeof show>['asked'], endpoint: Door['endpoint']) =>
  asked.find((one) => one.endpoint === endpoint)?.body

describe('the devices of a user', () => {
  it('say what there is not', async () => {
    const { container } = show([])
    expect(await screen.findByText('No face is registered.')).toBeDefined()
    expect(await screen.findByText('The mail gateway has told of no phone.')).toBeDefined()
    expect(await screen.findByText('No external authenticator.')).toBeDefined()
    expect(screen.queryByText('Desktops')).toBeNull()
    await expectAccessible(container)
  })

  it('show nothing of what the tenant does not have', async () => {
    show([
      answering(readUserFaceSettings, () => ({
        enabled: false,
        registrationFlows: [],
        registrationMinutes: 30,
      })),
      answering(readUserActiveSyncSettings, () => ({ enabled: false, selfService: false })),
      answering(readExternalCredential, () => ({ credential: null, judged: false })),
    ])
    expect(await screen.findByText('No browser is remembered.')).toBeDefined()
    expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1)
  })

  it('can only be looked at by who may not edit', async () => {
    const looks = [
      answering(listUserFaces, () => [face]),
      answering(listActiveSyncDevices, () => [phone]),
      answering(listUserDesktops, () => [desktop]),
      answering(readExternalCredential, () => ({ credential, judged: true })),
    ]
    show(looks, false)
    for (const name of ['Ada’s phone', 'Workstation', 'SN-9']) {
      expect(await screen.findByText(name)).toBeDefined()
    }
    expect(await screen.findByText('Not completed yet')).toBeDefined()
    expect(screen.queryAllByRole('button')).toEqual([])
  })

  it('let a phone in', async () => {
    const { user, asked } = show([
      answering(listActiveSyncDevices, () => [phone]),
      answering(changeActiveSyncDevice, () => ({ ...phone, access: 'ALLOWED' as const })),
    ])
    await user.click(await screen.findByRole('button', { name: 'Actions for Ada’s phone' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Let in' }))
    await waitFor(() =>
      expect(bodyOf(asked, changeActiveSyncDevice)).toEqual({
        deviceId: 'phone-1',
        access: 'ALLOWED',
      }),
    )
  })

  it('say why the mail gateway was not asked', async () => {
    const { user } = show([answering(refreshActiveSyncDevices, () => new Refusal('no_contact'))])
    await user.click(await screen.findByRole('button', { name: 'Ask the mail gateway' }))
    await waitFor(() =>
      expect(messages.get().map(({ text }) => text)).toContainEqual(
        expect.stringContaining('no email address'),
      ),
    )
  })

  it('register a face by another device', async () => {
    const url = 'https://id.provider.example/run'
    const { user, asked } = show([
      answering(registerUserFace, () => ({ ...face, registrationFlow: 'MOBILE' as const, url })),
    ])
    await user.click(await screen.findByRole('button', { name: 'Register face' }))
    await user.click(await screen.findByRole('button', { name: 'Go on' }))
    expect(await screen.findByRole('img', { name: 'QR code for the phone' })).toBeDefined()
    expect(screen.getByText(url)).toBeDefined()
    expect(asked.some(({ endpoint }) => endpoint === registerUserFace)).toBe(true)
  })

  it('tell that the provider has not decided about a face', async () => {
    const { user } = show([
      answering(listUserFaces, () => [face]),
      answering(activateFace, () => new Refusal('token_invalid_state')),
    ])
    await user.click(await screen.findByRole('button', { name: 'Actions for Face' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Ask how it ended' }))
    await waitFor(() =>
      expect(messages.get().map(({ text }) => text)).toContain('The provider has not decided yet.'),
    )
  })

  it('take a desktop away after a question', async () => {
    const { user, asked } = show([
      answering(listUserDesktops, () => [desktop]),
      answering(deleteUserDesktop, () => undefined),
    ])
    const item = await screen.findByText('Workstation')
    await user.click(within(item.closest('li') ?? item).getByRole('button', { name: 'Remove' }))
    expect(asked.some(({ endpoint }) => endpoint === deleteUserDesktop)).toBe(false)
    const dialog = await screen.findByRole('alertdialog', { name: 'Remove Workstation?' })
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }))
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === deleteUserDesktop)?.params).toEqual({
        userid: id,
        id: other,
      }),
    )
  })

  it('give an external authenticator', async () => {
    const { user, asked } = show([
      answering(assignExternalCredential, () => ({ credential, judged: true })),
    ])
    await user.click(await screen.findByRole('button', { name: 'Give one' }))
    await user.type(await screen.findByLabelText('Name at the other service'), ' SN-9 ')
    const dialog = screen.getByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: 'Give one' }))
    await waitFor(() =>
      expect(bodyOf(asked, assignExternalCredential)).toEqual({ userId: id, credential: 'SN-9' }),
    )
  })
})

const paging = { limit: 10, total: 1, estimated: false, nextCursor: null, prevCursor: null }
const mail = {
  id: 'mail-1',
  locale: 'en',
  recipient: 'ada@example.com',
  tries: 1,
  reason: null,
  sendAgain: null,
  via: 'TENANT' as const,
  createdAt: at,
  updatedAt: at,
}

describe('the codes that a user was sent', () => {
  it('stand with what became of them, other mails left out', async () => {
    const asked = serve(
      answering(listTextMessages, () => ({
        results: [
          {
            id: other,
            userId: id,
            userName: 'ada',
            deliveryType: 'SMS' as const,
            hint: '••• 42',
            state: 'FAILED' as const,
            status: null,
            failure: 'NO_ANSWER_IN_TIME',
            items: [],
            providerName: null,
            createdAt: at,
          },
        ],
        paging,
      })),
      answering(listEmailMessages, () => ({
        results: [
          { ...mail, type: 'code' as const, state: 'BOUNCED' as const, reply: '550 no mailbox' },
          {
            ...mail,
            id: 'mail-2',
            type: 'newDevice' as const,
            state: 'SENT' as const,
            reply: null,
          },
        ],
        paging,
      })),
    )
    const person = { id, email: 'ada@example.com' }
    const routes = [{ path: '/', element: <SentCodesSection user={person} /> }]
    renderRoutes(routes, { at: '/', session: buildConsoleSession() })
    expect(await screen.findByText(/No answer in time/)).toBeDefined()
    expect(screen.getByText('Not sent')).toBeDefined()
    expect(screen.getByText(/550 no mailbox/)).toBeDefined()
    expect(screen.getAllByRole('listitem')).toHaveLength(2)
    expect(bodyOf(asked, listTextMessages)).toEqual({ userId: id, limit: 10 })
    expect(bodyOf(asked, listEmailMessages)).toEqual({ recipient: 'ada@example.com', limit: 50 })
  })
})
