import { createIpList, deleteIpList, listIpLists } from '@signet/contract/access/ip-lists'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answering, Refusal, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { ipListsFeature } from './ip-lists.screens.ts'

const list = {
  id: '018f0000-0000-7000-8000-0000000000a1',
  name: 'Head office',
  description: 'Berlin',
  addresses: ['192.0.2.0/24'],
  updatedAt: '2026-11-22T10:00:00.000Z',
}
const show = (at: string) => showScreens(ipListsFeature, at, { session: buildConsoleSession() })

it('lists IP lists; one that a rule uses stays', {
  meta: { covers: ['screen:settings/iplists'] },
}, async () => {
  const asked = serve(
    answering(listIpLists, () => [list]),
    answering(deleteIpList, () => new Refusal('used_by_rule')),
  )
  const { user, container } = await show('/settings/iplists')
  expect(await screen.findByText('192.0.2.0/24')).toBeDefined()
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Actions for Head office' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete list' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: 'Delete list' }))
  expect(await dialog.findByRole('alert')).toBeDefined()
  expect(asked.find(({ endpoint }) => endpoint === deleteIpList)?.params).toMatchObject({
    force: 'false',
  })
})

it('adds a list of addresses, and says which line is none', async () => {
  const asked = serve(
    answering(listIpLists, () => []),
    answering(createIpList, () => list),
  )
  const { user } = await show('/settings/iplists/add')
  await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Head office')
  const addresses = screen.getByRole('textbox', { name: /^Addresses/ })
  await user.type(addresses, '192.0.2.0/24\nnowhere')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findAllByText(/Enter an address or a range/)).length).toBeGreaterThan(0)
  await user.clear(addresses)
  await user.type(addresses, '192.0.2.0/24\n2001:db8::/32')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const sent = () => asked.filter(({ endpoint }) => endpoint === createIpList)
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).toMatchObject({ addresses: ['192.0.2.0/24', '2001:db8::/32'] })
})
