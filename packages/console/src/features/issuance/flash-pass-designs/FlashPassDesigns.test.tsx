import {
  createFlashPassDesign,
  readDefaultPassFields,
  readFlashPassCredits,
  readFlashPassDesign,
  sendPassSample,
  summarizeFlashPassDesigns,
  updateFlashPassDesign,
} from '@signet/contract/issuance/flash-pass-designs'
import { listWorkflowDesigns } from '@signet/contract/issuance/workflow-designs'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, Refusal, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildTheme } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { messages } from '../../../lib/messages.ts'
import type { PassDesign } from './flash-pass-designs.queries.ts'
import { flashPassDesignsFeature } from './flash-pass-designs.screens.ts'

const id = '018f0000-0000-7000-8000-0000000000b1'
const workflowId = '018f0000-0000-7000-8000-0000000000b2'
const head = {
  id,
  name: 'Student pass',
  description: null,
  version: 1,
  workflowId,
  workflowName: 'Students',
  wallets: ['APPLE' as const, 'GOOGLE' as const],
  createdAt: '2026-01-02T03:04:05.000Z',
  modifiedAt: '2026-01-03T03:04:05.000Z',
  modifiedBy: 'grace',
}
const pass = (change: Partial<PassDesign> = {}): PassDesign => ({
  ...head,
  title: 'Campus',
  backgroundColour: '#1f3a5f',
  textColour: '#ffffff',
  labelColour: '#c8d6e5',
  logo: null,
  fields: [{ position: 'PRIMARY', label: 'Name', value: '{First name}' }],
  barcodeFormat: 'CODE 39',
  barcodeValue: '{Number}',
  photoField: null,
  validDays: null,
  withoutBarcode: ['APPLE'],
  unknownFields: ['Number'],
  ...change,
})

const students = {
  id: workflowId,
  name: 'Students',
  description: null,
  version: 1,
  credentialDesignId: id,
  credentialDesignName: 'Student card',
  steps: 1,
  fields: 3,
  allGroups: true,
  groups: [],
  createdAt: head.createdAt,
  modifiedAt: head.modifiedAt,
  modifiedBy: 'grace',
}

const session = buildConsoleSession({ theme: buildTheme({ issuanceAccount: true }) })
const show = (at: string) => showScreens(flashPassDesignsFeature, at, { session })
const editing = `/mobileflashpassdesigns/edit/${id}`

describe('designs of mobile flash passes', () => {
  it('are listed with their wallets, and with what is left to give', {
    meta: { covers: ['screen:mobileflashpassdesigns'] },
  }, async () => {
    serve(
      answering(summarizeFlashPassDesigns, () => [head]),
      answering(readFlashPassCredits, () => ({ credits: 1200, expiry: null })),
    )
    const { container } = await show('/mobileflashpassdesigns')
    const link = await screen.findByRole('link', { name: 'Student pass' })
    expect(link.getAttribute('href')).toContain(editing)
    expect(screen.getByText('Apple Wallet, Google Wallet')).toBeDefined()
    expect(await screen.findByText('Passes left: 1,200')).toBeDefined()
    await expectAccessible(container)
  })

  it('begin with what is asked of people', {
    meta: { covers: ['screen:mobileflashpassdesigns/add'] },
  }, async () => {
    const defaults = {
      fields: [{ position: 'PRIMARY' as const, label: 'First name', value: '{First name}' }],
      barcodeValue: '{Number}',
      photoField: 'Photo',
    }
    const asked = serve(
      answering(listWorkflowDesigns, () => [students]),
      answering(readDefaultPassFields, () => defaults),
      answering(createFlashPassDesign, () => pass()),
      answering(readFlashPassDesign, () => pass()),
    )
    const { container, user } = await show('/mobileflashpassdesigns/add')
    await user.type(await screen.findByLabelText(/^Name/), 'Student pass')
    await screen.findByRole('option', { name: 'Students' })
    await user.selectOptions(screen.getByLabelText(/^Enrollment design/), workflowId)
    await expectAccessible(container)
    await user.click(screen.getByRole('button', { name: 'Create' }))
    await screen.findByRole('heading', { name: 'Student pass' })
    const sent = asked.find(({ endpoint }) => endpoint === createFlashPassDesign)
    expect(sent?.body).toMatchObject({ ...defaults, workflowId, barcodeFormat: 'QR Code' })
  })

  it('say which wallet leaves the barcode out, and which fields stay empty', async () => {
    serve(answering(readFlashPassDesign, () => pass()))
    const { container } = await show(editing)
    expect(await screen.findByText(/Apple Wallet shows no CODE 39/)).toBeDefined()
    expect(screen.getByText(/stays empty on the pass: Number/)).toBeDefined()
    await expectAccessible(container)
  })

  it('are changed by hand, with a refusal in words', {
    meta: { covers: ['screen:mobileflashpassdesigns/edit/{designId}'] },
  }, async () => {
    const refusal = new Refusal('ISSUANCE_FLASH_PASS_DESIGN_EXISTS')
    const asked = serve(
      answering(readFlashPassDesign, () => pass()),
      answering(updateFlashPassDesign, () => refusal),
    )
    const { user } = await show(editing)
    await user.click(await screen.findByRole('button', { name: 'Add a field' }))
    await waitFor(() => expect(screen.getAllByLabelText(/^Where/)).toHaveLength(2))
    const last = (name: RegExp): HTMLElement =>
      screen.getAllByRole('textbox', { name }).at(-1) ?? document.body
    await user.type(last(/^Label(?!s)/), 'Site')
    await user.type(last(/^Value/), 'Bern')
    expect(last(/^Label(?!s)/)).toHaveProperty('value', 'Site')
    expect(last(/^Value/)).toHaveProperty('value', 'Bern')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('A flash pass design of that name exists.')).toBeDefined()
    const sent = () => asked.find(({ endpoint }) => endpoint === updateFlashPassDesign)
    await waitFor(() =>
      expect(sent()?.body).toMatchObject({
        fields: [
          { position: 'PRIMARY', label: 'Name' },
          { position: 'BACK', label: 'Site', value: 'Bern' },
        ],
      }),
    )
    expect(sent()?.ifMatch).toBe('"1"')
  })

  it('are tried on a phone: a link for Google Wallet, a refusal in words for Apple Wallet', async () => {
    serve(
      answering(readFlashPassDesign, () => pass()),
      answering(sendPassSample, ({ body }) =>
        Object(body).wallet === 'APPLE'
          ? new Refusal('ISSUANCE_FLASH_PASS_NOT_READY')
          : { fileName: null, file: null, uri: 'https://pay.example/save/1' },
      ),
    )
    const { user } = await show(editing)
    const menu = () => screen.getByRole('button', { name: 'Actions for Student pass' })
    await user.click(await screen.findByRole('button', { name: 'Actions for Student pass' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Sample for Apple Wallet' }))
    const told = () => messages.get().map((message) => message.text)
    await waitFor(() => expect(told()).toContainEqual(expect.stringMatching(/^This wallet is not/)))
    await user.click(menu())
    await user.click(await screen.findByRole('menuitem', { name: 'Sample for Google Wallet' }))
    expect(await screen.findByRole('img', { name: 'Link to the sample' })).toBeDefined()
    await expectAccessible(screen.getByRole('dialog'))
  })
})
