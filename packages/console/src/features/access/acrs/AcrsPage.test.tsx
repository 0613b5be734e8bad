import { createAcr, deleteAcr, listAcrs } from '@signet/contract/access/acrs'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { acrsFeature } from './acrs.screens.ts'

const acr = {
  id: '018f0000-0000-7000-8000-0000000000a1',
  name: 'urn:example:acr',
  description: null,
  flows: [{ id: '018f0000-0000-7000-8000-0000000000b1', name: 'Payments' }],
  createdAt: '2026-11-22T10:00:00.000Z',
}

it('lists the context classes with the flows that reach them, adds and deletes them', {
  meta: { covers: ['screen:settings/acrs'] },
}, async () => {
  const asked = serve(
    answering(listAcrs, () => [acr]),
    answering(createAcr, () => acr),
    answering(deleteAcr, () => undefined),
  )
  const { user, container } = await showScreens(acrsFeature, '/settings/acrs', {
    session: buildConsoleSession(),
  })
  expect(await screen.findByText('Payments')).toBeDefined()
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Add context class' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  const name = dialog.getByRole('textbox', { name: /^Value/ })
  const save = dialog.getByRole('button', { name: 'Add context class' })
  await user.type(name, 'two words')
  expect(dialog.getByText(/: Enter letters, digits and signs without spaces$/)).toBeDefined()
  expect(save).toHaveProperty('disabled', true)
  await user.clear(name)
  await user.type(name, 'urn:new')
  await user.click(save)
  const sent = (endpoint: unknown) => asked.filter((each) => each.endpoint === endpoint)
  await waitFor(() => expect(sent(createAcr)).toHaveLength(1))
  expect(sent(createAcr)[0]?.body).toEqual({ name: 'urn:new', description: null })
  await user.click(await screen.findByRole('button', { name: `Actions for ${acr.name}` }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete context class' }))
  const asks = within(await screen.findByRole('alertdialog'))
  await user.click(asks.getByRole('button', { name: 'Delete context class' }))
  await waitFor(() => expect(sent(deleteAcr)).toHaveLength(1))
})
