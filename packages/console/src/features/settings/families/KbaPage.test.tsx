import { kbaFamily, readKbaSettings } from '@signet/contract/settings/kba'
import {
  createKbaQuestion,
  deleteKbaQuestion,
  listKbaQuestions,
  readKbaSynonyms,
  updateKbaSynonyms,
} from '@signet/contract/settings/kba-questions'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession } from '../../../../testing/facts.ts'
import { expectAccessible, renderRoutes } from '../../../../testing/render.tsx'
import KbaPage from './KbaPage.tsx'

const question = {
  id: '018f0000-0000-7000-8000-000000000001',
  locale: 'en' as const,
  question: 'What was your first pet called?',
  createDate: '2026-11-21T09:30:00.000Z',
}

const show = (tab: string) => {
  const asked = serve(
    answering(readKbaSettings, () => kbaFamily.defaults),
    answering(listKbaQuestions, () => [question]),
    answering(createKbaQuestion, () => question),
    answering(deleteKbaQuestion, () => undefined),
    answering(readKbaSynonyms, () => ({ synonyms: [['street', 'st']] })),
    answering(updateKbaSynonyms, () => ({ synonyms: [] })),
  )
  const routes = [{ path: '/settings/kba/:tab?', element: <KbaPage /> }]
  const at = `/settings/kba${tab}`
  return { ...renderRoutes(routes, { at, session: buildConsoleSession() }), asked }
}

const bodyOf = (asked: ReturnType<typeof show>['asked'], endpoint: unknown) =>
  asked.find((each) => each.endpoint === endpoint)

describe('the settings of security questions', () => {
  it('say how many are asked, and refuse counts that do not go together', {
    meta: { covers: ['screen:settings/kba'] },
  }, async () => {
    const { user } = show('')
    const most = await screen.findByLabelText('Questions at most')
    await user.clear(most)
    await user.type(most, '2')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(
      (await screen.findAllByText(/: Not more than the questions at most$/)).length,
    ).toBeGreaterThan(0)
    await expectAccessible()
  })

  it('offer questions language by language', {
    meta: { covers: ['screen:settings/kba/{id}'] },
  }, async () => {
    const { user, asked } = show('/questions')
    expect(await screen.findByText(question.question)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Add question' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Add question' })
    await user.type(within(dialog).getByLabelText('Question'), 'Who taught you to swim?')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(bodyOf(asked, createKbaQuestion)).toMatchObject({
        params: { locale: 'en' },
        body: { question: 'Who taught you to swim?' },
      }),
    )
    await user.selectOptions(screen.getByLabelText('Language'), 'fr')
    await waitFor(() =>
      expect(
        asked.some(
          ({ endpoint, params }) => endpoint === listKbaQuestions && params?.locale === 'fr',
        ),
      ).toBe(true),
    )
    await expectAccessible()
  })

  it('take synonyms one list a line, and name the line that is wrong', async () => {
    const { user, asked } = show('/synonyms')
    const field = await screen.findByLabelText('Words that count as the same')
    await user.type(field, '\nalone')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findAllByText(/Line 2/)).length).toBeGreaterThan(0)
    await user.type(field, ', lonely')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(bodyOf(asked, updateKbaSynonyms)).toMatchObject({
        body: {
          synonyms: [
            ['street', 'st'],
            ['alone', 'lonely'],
          ],
        },
      }),
    )
    await expectAccessible()
  })
})
