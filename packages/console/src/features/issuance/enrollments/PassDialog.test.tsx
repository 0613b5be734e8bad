import { blankDesign } from '@signet/card/document'
import type { WorkflowDefinition } from '@signet/card/enrolment/definition'
import { blankField } from '@signet/card/enrolment/generate'
import { readEnrollmentCredential } from '@signet/contract/issuance/enrollments'
import { summarizeFlashPassDesigns } from '@signet/contract/issuance/flash-pass-designs'
import { revokeFlashPass } from '@signet/contract/issuance/flash-pass-revocations'
import {
  issueFlashPasses,
  listFlashPasses,
  readFlashPassDownload,
} from '@signet/contract/issuance/flash-passes'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildTheme } from '../../../../testing/facts.ts'
import { showScreens } from '../../../../testing/screens.tsx'
import { enrollmentsFeature } from './enrollments.screens.ts'

const workflowId = '018f0000-0000-7000-8000-0000000000a1'
const id = '018f0000-0000-7000-8000-0000000000b1'
const designId = '018f0000-0000-7000-8000-0000000000d1'
const at = '2026-01-03T03:04:05.000Z'
const definition: WorkflowDefinition = {
  steps: [{ id: 'data', title: 'Data', fields: [blankField('TEXT', { id: 'm', name: 'Mail' })] }],
}
const workflow = { id: workflowId, name: 'Students', version: 1 }
const made = { createdAt: at, createdBy: 'grace', modifiedAt: at, modifiedBy: 'grace', version: 1 }

const credentialOf = (enrollState: 'ENROLLED' | 'ENROLLING') => ({
  workflow,
  definition,
  design: blankDesign(),
  connected: [],
  writeBacks: [],
  enrollment: {
    ...made,
    id,
    workflowId,
    groupId: null,
    groupName: null,
    title: 'Ada',
    enrollState,
    encodeState: null,
    state: 'ACTIVE',
    status: enrollState,
    values: { Mail: 'ada@acme.example' },
  },
})
const credential = answering(readEnrollmentCredential, () => credentialOf('ENROLLED'))
const unfinished = answering(readEnrollmentCredential, () => credentialOf('ENROLLING'))
const designs = answering(summarizeFlashPassDesigns, () => [
  {
    ...made,
    id: designId,
    name: 'Campus pass',
    description: null,
    workflowId,
    workflowName: 'Students',
    wallets: ['APPLE' as const, 'GOOGLE' as const],
  },
])
const batch = {
  id: '018f0000-0000-7000-8000-0000000000e1',
  designId,
  designName: 'Campus pass',
  total: 1,
  createdAt: at,
  createdBy: 'grace',
}
const pass = {
  ...batch,
  batchId: batch.id,
  position: 0,
  enrollmentId: id,
  title: 'Ada',
  state: 'ISSUED' as const,
  wallets: [],
  claimedAt: null,
  endsAt: null,
  endedAt: null,
  linkUntil: null,
}

const session = buildConsoleSession({ theme: buildTheme({ issuanceAccount: true }) })

const openDialog = async (as = session) => {
  const path = `/credentials/enrollment/edit/${workflowId}/${id}`
  const { user } = await showScreens(enrollmentsFeature, path, { session: as })
  await user.click(await screen.findByRole('button', { name: 'Actions for Ada' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Mobile flash pass' }))
  return { user, dialog: await screen.findByRole('dialog', { name: 'Mobile flash pass' }) }
}

describe('the pass of a record', () => {
  it('is taken back after a second thought', async () => {
    const asked = serve(
      credential,
      designs,
      answering(listFlashPasses, () => [{ ...batch, passes: [pass] }]),
      answering(revokeFlashPass, () => ({ ...pass, state: 'CANCELLED' as const })),
    )
    const { user, dialog } = await openDialog()
    await user.click(await within(dialog).findByRole('button', { name: 'Take the pass back' }))
    const question = await screen.findByRole('alertdialog')
    const sent = () => asked.filter(({ endpoint }) => endpoint === revokeFlashPass)
    expect(sent()).toHaveLength(0)
    await user.click(within(question).getByRole('button', { name: 'Take the pass back' }))
    await waitFor(() => expect(sent()).toHaveLength(1))
  })

  it('is taken back of an unfinished record, too, by whoever may do no more', async () => {
    serve(
      unfinished,
      designs,
      answering(listFlashPasses, () => [{ ...batch, passes: [pass] }]),
    )
    const permissions = { ...session.facts.permissions, ISSUANCE: ['VIEW', 'EDIT'] as const }
    const { dialog } = await openDialog({ ...session, facts: { ...session.facts, permissions } })
    expect(await within(dialog).findByRole('button', { name: 'Take the pass back' })).toBeDefined()
    expect(within(dialog).queryByRole('button', { name: /^Link for/ })).toBeNull()
  })

  it('is not issued for an unfinished record', async () => {
    serve(
      unfinished,
      designs,
      answering(listFlashPasses, () => []),
    )
    const { dialog } = await openDialog()
    expect(await within(dialog).findByText('This record has no pass yet.')).toBeDefined()
    expect(within(dialog).queryByRole('button', { name: 'Issue the pass' })).toBeNull()
  })

  it('is issued, with a link by mail to an address that the record holds', async () => {
    const asked = serve(
      credential,
      designs,
      answering(listFlashPasses, () => []),
      answering(issueFlashPasses, () => ({ ...batch, passes: [pass] })),
    )
    const { user, dialog } = await openDialog()
    expect(await within(dialog).findByText('This record has no pass yet.')).toBeDefined()
    await user.click(await within(dialog).findByRole('button', { name: 'Issue the pass' }))
    const sent = () => asked.find(({ endpoint }) => endpoint === issueFlashPasses)
    await waitFor(() =>
      expect(sent()?.body).toEqual({ designId, enrollmentIds: [id], mailField: 'Mail' }),
    )
  })

  it('is shown with where it stands, and a new link to it as a code', async () => {
    const pageUri = 'https://acme.example/pass/1/2'
    serve(
      credential,
      designs,
      answering(listFlashPasses, () => [{ ...batch, passes: [pass] }]),
      answering(readFlashPassDownload, () => ({ downloadUri: '', pageUri, expiresAt: at })),
    )
    const { user, dialog } = await openDialog()
    expect(await within(dialog).findByText('Campus pass: Not claimed yet')).toBeDefined()
    expect(within(dialog).queryByRole('button', { name: 'Issue the pass' })).toBeNull()
    await user.click(await within(dialog).findByRole('button', { name: 'Link for Google Wallet' }))
    expect(await within(dialog).findByRole('img', { name: 'Link to the pass' })).toBeDefined()
    expect(within(dialog).getByText(pageUri)).toBeDefined()
  })
})
