import {
  listWhatIfPeople,
  listWhatIfs,
  publishWhatIf,
  readWhatIf,
} from '@signet/contract/access/what-ifs'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Asked, answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import type { Person, WhatIf } from './what-ifs.queries.ts'
import { whatIfsFeature } from './what-ifs.screens.ts'

const id = '018f0000-0000-7000-8000-0000000000a1'
const at = '2026-11-22T10:00:00.000Z'
const whatIf = (change: Partial<WhatIf> = {}): WhatIf => ({
  id,
  change: { kind: 'RULE', ruleId: id, rule: null },
  name: 'From abroad',
  days: 30,
  state: 'DONE',
  progress: 100,
  decisions: 900,
  unknown: 12,
  signIns: { blocked: 3, steppedUp: 0, letThrough: 0 },
  people: { blocked: 1, steppedUp: 0, letThrough: 0 },
  createdAt: at,
  createdBy: 'ada',
  endedAt: at,
  viewedAt: null,
  publishedAt: null,
  expiresAt: at,
  ...change,
})
const person: Person = {
  userId: id.replace('a1', 'b1'),
  name: 'grace',
  signIns: 3,
  decisionId: id,
  decidedAt: at,
  before: 'ALLOW',
  after: 'DENY',
}
const page = (results: Person[]) => ({
  results,
  paging: {
    limit: 50,
    total: results.length,
    estimated: false,
    nextCursor: null,
    prevCursor: null,
  },
})
const show = (address: string) =>
  showScreens(whatIfsFeature, address, { session: buildConsoleSession() })
const bodies = (asked: readonly Asked[], endpoint: Asked['endpoint']) =>
  asked.filter((each) => each.endpoint === endpoint).map(({ body }) => body)

it('a check lists whom a change concerns, each a link, and is published after', async () => {
  const asked = serve(
    answering(readWhatIf, () => whatIf()),
    answering(listWhatIfPeople, () => page([person])),
    answering(publishWhatIf, () => whatIf({ publishedAt: at })),
  )
  const { user, container } = await show(`/whatifs/${id}`)
  const link = await screen.findByRole('link', { name: 'grace' })
  expect(link.getAttribute('href')).toContain(`/user/${person.userId}`)
  expect(screen.getByText('Refused')).toBeDefined()
  expect(bodies(asked, listWhatIfPeople)[0]).toMatchObject({ effect: 'BLOCKED' })
  expect(screen.getByText(/^Of 12 sign-ins it is not known/)).toBeDefined()
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Publish change' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: 'Publish change' }))
  await waitFor(() => expect(bodies(asked, publishWhatIf)).toEqual([{}]))
})

it('a check at work shows how far it is; to publish unseen its name is typed', async () => {
  const asked = serve(
    answering(readWhatIf, () => whatIf({ publishedAt: null, state: 'FAILED', people: null })),
    answering(listWhatIfPeople, () => page([])),
    answering(publishWhatIf, () => whatIf({ publishedAt: at })),
  )
  const { user } = await show(`/whatifs/${id}`)
  await screen.findByText('The check came to no end. Try the change again.')
  expect(screen.getByRole('button', { name: 'Publish change' })).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('button', { name: 'Publish without looking' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  const confirm = dialog.getByRole('button', { name: 'Publish without looking' })
  expect(confirm).toHaveProperty('disabled', true)
  await user.type(dialog.getByRole('textbox'), 'From abroad')
  await user.click(confirm)
  await waitFor(() =>
    expect(bodies(asked, publishWhatIf)).toEqual([{ confirmation: 'From abroad' }]),
  )
})

it('checks are listed with how many sign-ins they concern', async () => {
  serve(answering(listWhatIfs, () => [whatIf()]))
  const { container } = await show('/whatifs')
  expect(await screen.findByRole('link', { name: 'From abroad' })).toBeDefined()
  await expectAccessible(container)
})
