import {
  changeOwnActiveSyncDevice,
  deleteOwnActiveSyncDevice,
  listOwnActiveSyncDevices,
  listOwnDesktops,
  readOwnActiveSyncSettings,
} from '@signet/contract/access/self-devices'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, type Door, Refusal, serve } from '../../../../testing/answers.ts'
import { expectAccessible, renderRoutes } from '../../../../testing/render.tsx'
import { messages } from '../../../lib/messages.ts'
import { OwnDevices } from './OwnDevices.tsx'

const at = '2026-01-02T03:04:05.000Z'
const phone = {
  deviceId: 'phone-1',
  name: null,
  model: 'Pocket 3',
  operatingSystem: null,
  access: 'QUARANTINED' as const,
  firstSyncDate: null,
  lastSyncDate: null,
  reportedDate: at,
}
const nothing: readonly Door[] = [
  answering(listOwnActiveSyncDevices, () => [phone]),
  answering(readOwnActiveSyncSettings, () => ({ enabled: true, selfService: false })),
  answering(listOwnDesktops, () => []),
]
const show = (...doors: readonly Door[]) => {
  const asked = serve(...doors, ...nothing)
  const element = (
    <main>
      <h1>Devices</h1>
      <OwnDevices />
    </main>
  )
  return { ...renderRoutes([{ path: '/', element }], { at: '/' }), asked }
}
const open = async (user: ReturnType<typeof show>['user']): Promise<void> =>
  user.click(await screen.findByRole('button', { name: 'Actions for Pocket 3' }))

describe('my phones', () => {
  it('are blocked by me, and let in by administrators where the tenant says so', async () => {
    const { user, asked, container } = show(
      answering(changeOwnActiveSyncDevice, () => ({ ...phone, access: 'BLOCKED' as const })),
    )
    await open(user)
    expect(await screen.findByRole('menuitem', { name: 'Block' })).toBeDefined()
    expect(screen.queryByRole('menuitem', { name: 'Let in' })).toBeNull()
    await user.click(screen.getByRole('menuitem', { name: 'Block' }))
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === changeOwnActiveSyncDevice)?.body).toEqual({
        deviceId: 'phone-1',
        access: 'BLOCKED',
      }),
    )
    await expectAccessible(container)
  })

  it('are let in by me where I may', async () => {
    const { user } = show(
      answering(readOwnActiveSyncSettings, () => ({ enabled: true, selfService: true })),
    )
    await open(user)
    expect(await screen.findByRole('menuitem', { name: 'Let in' })).toBeDefined()
  })

  it('are only taken away where there is no gateway that would keep them out', async () => {
    const { user } = show(
      answering(readOwnActiveSyncSettings, () => ({ enabled: false, selfService: true })),
    )
    await open(user)
    const items = await screen.findAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual(['Remove'])
  })

  it('say why something was not done, and not as if it were', async () => {
    const { user } = show(answering(changeOwnActiveSyncDevice, () => new Refusal('access_denied')))
    await open(user)
    await user.click(await screen.findByRole('menuitem', { name: 'Block' }))
    await waitFor(() => expect(messages.get().map(({ icon }) => icon)).toEqual(['warning']))
  })

  it('are taken away after a question', {
    meta: { covers: ['purpose.end-users-self-service'] },
  }, async () => {
    const { user, asked } = show(answering(deleteOwnActiveSyncDevice, () => undefined))
    await open(user)
    await user.click(await screen.findByRole('menuitem', { name: 'Remove' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Remove Pocket 3?' })
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }))
    await waitFor(() =>
      expect(asked.some(({ endpoint }) => endpoint === deleteOwnActiveSyncDevice)).toBe(true),
    )
  })
})
