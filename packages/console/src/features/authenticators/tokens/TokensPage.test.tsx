import {
  assignToken,
  importTokens,
  listAssignedTokens,
  listUnassignedTokens,
  tryTokenFile,
  unassignToken,
} from '@signet/contract/authenticators/hardware-tokens'
import {
  changeTokenState,
  deleteToken,
  readToken,
  synchroniseToken,
  unlockToken,
  updateToken,
} from '@signet/contract/authenticators/tokens'
import { listUsers } from '@signet/contract/identity/user-lists'
import { readUser } from '@signet/contract/identity/users'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { answering, Refusal, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildRole } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { buildSelf } from '../../../../testing/self.ts'
import { buildToken, pageOfTokens } from '../../../../testing/tokens.ts'
import { messages } from '../../../lib/messages.ts'
import { tokensFeature } from './tokens.screens.ts'

const ada = { ...buildSelf(), roles: [], lockReason: null }
const token = buildToken()
const row = { ...token, userName: 'ada' }
const other = { ...row, id: '018f0000-0000-7000-8000-000000000043', serialNumber: '40710014' }
const stock = { ...row, userId: null, userName: null, state: 'UNASSIGNED' as const }
const assigned = answering(listAssignedTokens, () => pageOfTokens(row, other))
const unassigned = answering(listUnassignedTokens, () => pageOfTokens(stock))

const show = (at: string, session = buildConsoleSession()) =>
  showScreens(tokensFeature, at, { session })

const choose = async (
  user: Awaited<ReturnType<typeof show>>['user'],
  action: string,
  serial = token.serialNumber,
) => {
  await user.click(await screen.findByRole('button', { name: `Actions for ${serial}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
  return screen.findByRole('alertdialog')
}

describe('hardware tokens', () => {
  it('are listed with their owner and what they are, and apps are not', {
    meta: { covers: ['screen:tokens'] },
  }, async () => {
    const asked = serve(assigned)
    const { container } = await show('/tokens?q=4071')
    expect(await screen.findByRole('link', { name: '40710007' })).toBeDefined()
    expect(screen.getAllByText('Code at the press of a button')).toHaveLength(2)
    expect(screen.getAllByText('ada')).toHaveLength(2)
    expect(asked[0]?.body).toMatchObject({ type: 'OATH_PHYSICAL_TOKEN', search: '4071' })
    await expectAccessible(container)
  })

  it('are given to somebody, with a code that proves them', {
    meta: { covers: ['screen:tokens'] },
  }, async () => {
    const asked = serve(
      unassigned,
      answering(listUsers, () => ({ ...pageOfTokens(), results: [ada] })),
      answering(assignToken, () => token),
    )
    const { user } = await show('/tokens/unassigned')
    const dialog = await choose(user, 'Assign')
    await user.type(within(dialog).getByRole('combobox', { name: 'Owner' }), 'ad')
    await user.click(await screen.findByRole('option', { name: /Ada Lovelace/ }))
    await user.type(within(dialog).getByLabelText('Code that the token shows now'), '123 456')
    await user.click(within(dialog).getByRole('button', { name: 'Assign' }))
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === assignToken)?.body).toEqual({
        userId: ada.id,
        response: '123456',
      }),
    )
  })

  it('are taken back many at once, and those that refuse are told', async () => {
    const asked = serve(
      assigned,
      answering(unassignToken, ({ params }) =>
        params.tokenid === other.id ? new Refusal('token_invalid_state') : token,
      ),
    )
    const { user } = await show('/tokens')
    const boxes = await screen.findAllByRole('checkbox', { name: 'Select row' })
    for (const box of boxes) await user.click(box)
    await user.click(await screen.findByRole('button', { name: 'Take back' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Take 2 tokens back?' })
    await user.click(within(dialog).getByRole('button', { name: 'Take back' }))
    await waitFor(() => expect(messages.get().at(-1)?.text).toMatch(/^1 done, 1 not\. /))
    expect(asked.filter(({ endpoint }) => endpoint === unassignToken)).toHaveLength(2)
  })

  it('offer nothing to who may only look', async () => {
    const look = { view: true, add: false, edit: false, remove: false }
    const role = buildRole({ permissions: [{ entityType: 'TOKENS', ...look }] })
    serve(assigned)
    await show('/tokens', buildConsoleSession({ roles: [role] }))
    expect(await screen.findByRole('link', { name: '40710007' })).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull()
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Import tokens' })).toBeNull()
  })
})

describe('a key file', () => {
  const trial = {
    fits: false,
    found: [
      {
        algorithmType: 'OATH_TOTP' as const,
        hash: 'SHA1' as const,
        digits: 6,
        periodSeconds: 60,
        counter: null,
        driftSeconds: 60,
        secretEncoding: null,
      },
    ],
    imported: {
      algorithmType: 'OATH_TOTP' as const,
      hash: 'SHA1' as const,
      digits: 6,
      periodSeconds: 30,
      assumed: [],
    },
  }
  const content = async (body: unknown): Promise<string> => {
    const sent = z.object({ content: z.string() }).parse(body)
    const bytes = Uint8Array.from(atob(sent.content), (sign) => sign.charCodeAt(0))
    const gzip = new DecompressionStream('gzip')
    const writer = gzip.writable.getWriter()
    void writer.write(bytes)
    void writer.close()
    return new Response(gzip.readable).text()
  }

  it('is looked through before it is brought in', {
    meta: { covers: ['screen:tokens'] },
  }, async () => {
    const asked = serve(
      unassigned,
      answering(importTokens, () => ({
        imported: 2,
        refused: [{ serialNumber: '9', reason: 'EXISTS' as const }],
        layout: 'PSKC' as const,
        kinds: [
          {
            count: 2,
            algorithmType: 'OATH_TOTP' as const,
            hash: 'SHA1' as const,
            digits: 6,
            periodSeconds: 30,
            assumed: ['digits' as const, 'periodSeconds' as const],
          },
        ],
      })),
      answering(tryTokenFile, () => trial),
    )
    const { user } = await show('/tokens/unassigned')
    await user.click(await screen.findByRole('button', { name: 'Import tokens' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Import tokens' })
    await user.upload(
      within(dialog).getByLabelText('Key file', { selector: 'input' }),
      new File(['<KeyContainer/>'], 'box.xml', { type: 'text/xml' }),
    )
    await user.selectOptions(
      within(dialog).getByLabelText('How its keys are encrypted'),
      'Password',
    )
    const check = () =>
      within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Check file' })
    expect(check().disabled).toBe(true)
    await user.type(within(dialog).getByLabelText(/^Password/), 'qwerty')
    await user.click(check())
    expect(await screen.findByText('2 tokens can be imported.')).toBeDefined()
    expect(screen.getByText('9: there is one with this number')).toBeDefined()
    expect(
      screen.getByText(
        '2 tokens: time-based, SHA1, 6 digits, 30 s. Assumed, because the file does not say: digits, time step.',
      ),
    ).toBeDefined()
    const found = within(await screen.findByRole('alertdialog'))
    await user.type(found.getByLabelText('Serial number'), '40710007')
    await user.type(found.getByLabelText('Code'), '123456')
    await user.click(found.getByRole('button', { name: 'Try code' }))
    expect(
      await screen.findByText(
        'This import reads the token as time-based, SHA1, 6 digits, 30 s, which does not make this code. It fits as: time-based, SHA1, 6 digits, 60 s, clock off by 60 s.',
      ),
    ).toBeDefined()
    const tried = asked.find(({ endpoint }) => endpoint === tryTokenFile)
    expect(tried?.body).toMatchObject({
      password: 'qwerty',
      serialNumber: '40710007',
      response: '123456',
    })
    await user.click(screen.getByRole('button', { name: 'Import' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    const sent = asked.filter(({ endpoint }) => endpoint === importTokens)
    expect(sent).toMatchObject([
      { body: { dryRun: true, password: 'qwerty' } },
      { body: { password: 'qwerty' } },
    ])
    expect(await content(sent[1]?.body)).toBe('<KeyContainer/>')
  })
})

describe('one token', () => {
  const owner = answering(readUser, () => ada)
  const read = answering(readToken, () => buildToken({ lockoutExpiry: token.createDate }))

  it('says what it is and whose, and that it is locked', async () => {
    serve(read, owner)
    const { container } = await show(`/token/${token.id}`)
    expect(await screen.findByRole('heading', { name: 'Token 40710007' })).toBeDefined()
    const link = await screen.findByRole('link', { name: 'Ada Lovelace' })
    expect(link.getAttribute('href')).toContain(`/user/${token.userId}/authenticators`)
    expect(screen.getByText(/^After too many wrong codes/)).toBeDefined()
    await expectAccessible(container)
  })

  it('says how far its clock is off, and when that was last set', async () => {
    const clockDrift = { seconds: -45, synchronisedAt: token.createDate }
    serve(
      answering(readToken, () => buildToken({ algorithmType: 'OATH_TOTP', clockDrift })),
      owner,
    )
    await show(`/token/${token.id}`)
    expect(await screen.findByText('45 s behind')).toBeDefined()
    expect(screen.getByText('Last synchronized')).toBeDefined()
    expect(screen.queryByText('Never')).toBeNull()
  })

  it('is synchronised by two codes in a row', async () => {
    const asked = serve(
      read,
      owner,
      answering(synchroniseToken, () => ({ ...token, lockedOutUntil: null })),
    )
    const { user } = await show(`/token/${token.id}`)
    await user.click(await screen.findByRole('button', { name: 'Synchronise' }))
    const dialog = await screen.findByRole('alertdialog')
    await user.type(within(dialog).getByLabelText(/^Code that the token shows now/), '123456')
    const run = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Synchronise' })
    expect(run.disabled).toBe(true)
    await user.type(within(dialog).getByLabelText(/^The next code/), '654 321')
    await user.click(run)
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === synchroniseToken)?.body).toEqual({
        response: '123456',
        nextResponse: '654321',
      }),
    )
  })

  it('that has locked itself is opened by the answer to its number', async () => {
    const asked = serve(
      read,
      owner,
      answering(unlockToken, () => ({ ...token, unlockResponse: '08123344' })),
    )
    const { user } = await show(`/token/${token.id}`)
    const dialog = await choose(user, 'Unlock')
    await user.type(within(dialog).getByLabelText('Number that the token shows'), '1234 5678')
    await user.click(within(dialog).getByRole('button', { name: 'Unlock' }))
    expect(await screen.findByText('08123344')).toBeDefined()
    expect(asked.find(({ endpoint }) => endpoint === unlockToken)?.body).toEqual({
      unlockChallenge: '12345678',
    })
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByText('08123344')).toBeNull())
  })

  it('gets a PIN, and loses it again', async () => {
    const asked = serve(
      answering(readToken, () => buildToken({ hasPin: true })),
      owner,
      answering(updateToken, () => token),
    )
    const { user } = await show(`/token/${token.id}`)
    const first = await choose(user, 'PIN')
    await user.type(within(first).getByLabelText('PIN'), '2468')
    await user.click(within(first).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    const second = await choose(user, 'PIN')
    await user.click(within(second).getByRole('checkbox', { name: 'Take the PIN away' }))
    await user.click(within(second).getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(
        asked.filter(({ endpoint }) => endpoint === updateToken).map(({ body }) => body),
      ).toEqual([{ pin: '2468' }, { pin: null }]),
    )
  })

  it('is deleted once its number was typed, and leads back to the list', async () => {
    const asked = serve(
      read,
      owner,
      assigned,
      answering(deleteToken, () => undefined),
    )
    const { user, router } = await show(`/token/${token.id}`)
    const dialog = await choose(user, 'Delete')
    const remove = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Delete' })
    expect(remove.disabled).toBe(true)
    await user.type(within(dialog).getByRole('textbox'), token.serialNumber)
    await user.click(remove)
    await waitFor(() => expect(router.state.location.pathname).toBe('/tokens'))
    expect(asked.filter(({ endpoint }) => endpoint === readToken)).toHaveLength(1)
  })

  it('is switched on again without a question', async () => {
    const asked = serve(
      answering(readToken, () => buildToken({ state: 'INACTIVE' })),
      owner,
      answering(changeTokenState, () => token),
    )
    const { user } = await show(`/token/${token.id}`)
    await user.click(await screen.findByRole('button', { name: 'Switch on' }))
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === changeTokenState)?.body).toEqual({
        state: 'ACTIVE',
      }),
    )
  })

  it('takes a label over the version that was read', async () => {
    const asked = serve(
      read,
      owner,
      answering(updateToken, () => buildToken({ label: 'Spare' })),
    )
    const { user } = await show(`/token/${token.id}`)
    await user.type(await screen.findByLabelText('Label'), 'Spare')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === updateToken)).toMatchObject({
        body: { label: 'Spare', groups: [] },
        ifMatch: '"1"',
      }),
    )
  })
})
