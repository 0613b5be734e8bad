import { blankDesign } from '@signet/card/document'
import { blankField } from '@signet/card/enrolment/generate'
import { readEnrollmentCredential } from '@signet/contract/issuance/enrollments'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildTheme } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { enrollmentsFeature } from './enrollments.screens.ts'

const workflowId = '018f0000-0000-7000-8000-000000000095'
const id = '018f0000-0000-7000-8000-0000000000b1'
const at = '2026-01-03T03:04:05.000Z'
const fields = ['Family', 'Room'].map((name) => blankField('TEXT', { id: name, name }))

it('a record says which of its values are not in the database that they came from, and why', async () => {
  serve(
    answering(readEnrollmentCredential, () => ({
      workflow: { id: workflowId, name: 'Students', version: 1 },
      definition: { steps: [{ id: 'data', title: 'Data', fields }] },
      design: blankDesign(),
      connected: [],
      writeBacks: [
        { field: 'Family', state: 'FAILED' as const, reason: 'NO_ROW' as const, changedAt: at },
        { field: 'Room', state: 'WAITING' as const, reason: null, changedAt: at },
      ],
      enrollment: {
        id,
        workflowId,
        groupId: null,
        groupName: null,
        title: 'Ada',
        enrollState: 'ENROLLED' as const,
        encodeState: null,
        state: 'ACTIVE',
        status: 'ENROLLED',
        createdAt: at,
        createdBy: 'grace',
        modifiedAt: at,
        modifiedBy: 'grace',
        version: 1,
        values: { Family: 'Lovelace', Room: '7' },
      },
    })),
  )
  const session = buildConsoleSession({ theme: buildTheme({ issuanceAccount: true }) })
  const path = `/credentials/enrollment/edit/${workflowId}/${id}`
  const { container } = await showScreens(enrollmentsFeature, path, { session })
  const failed = /“Family” was not written back .* no row has its key\. Save the record/
  expect(await screen.findByText(failed)).toBeDefined()
  expect(screen.getByText('Still being written back: Room')).toBeDefined()
  await expectAccessible(container)
})
