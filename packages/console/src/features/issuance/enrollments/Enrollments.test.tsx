import { blankDesign } from '@signet/card/document'
import type { WorkflowDefinition } from '@signet/card/enrolment/definition'
import { blankField } from '@signet/card/enrolment/generate'
import {
  createEnrollment,
  deleteEnrollments,
  readEnrollmentCredential,
  readNewEnrollment,
  searchEnrollments,
  summarizeEnrollments,
  updateEnrollment,
} from '@signet/contract/issuance/enrollments'
import { listIssuanceGroupsPaged } from '@signet/contract/issuance/workflow-designs'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, Refusal, serve } from '../../../../testing/answers.ts'
import { buildPerson } from '../../../../testing/enrollments.ts'
import { buildConsoleSession, buildRole, buildTheme } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import type { Person } from './enrollments.queries.ts'
import { enrollmentsFeature } from './enrollments.screens.ts'

const workflowId = '018f0000-0000-7000-8000-0000000000a1'
const id = '018f0000-0000-7000-8000-0000000000b1'
const sequence = { prefix: 'S-', suffix: '', digits: 5, start: 1, step: 1 }

const definition: WorkflowDefinition = {
  steps: [
    {
      id: 'data',
      title: 'Personal data',
      fields: [
        Object.assign(blankField('TEXT', { id: 'n', name: 'Number' }), { sequence }),
        Object.assign(blankField('TEXT', { id: 'f', name: 'First name' }), {
          prompt: 'What is your first name?',
          mandatory: true,
        }),
        Object.assign(blankField('LIST', { id: 'l', name: 'Faculty' }), {
          values: ['Law', 'Arts'],
        }),
        blankField('DATE', { id: 'b', name: 'Birthday' }),
        blankField('PHOTO', { id: 'p', name: 'Photo' }),
        blankField('SIGNATURE', { id: 's', name: 'Signature' }),
      ],
    },
  ],
}
const workflow = { id: workflowId, name: 'Students', version: 1 }
const ada = buildPerson({ values: { Number: 'S-00001', 'First name': 'Ada' } })
const picture = `data:image/png;base64,${'A'.repeat(40)}`
const group = { id: '018f0000-0000-7000-8000-0000000000c1', name: 'Nursing' }
const enrolling = [
  { entityType: 'ENROLLMENTS', view: true, add: true, edit: true, remove: false } as const,
]
const design = blankDesign()
const page = (results: Person[]) => ({
  results,
  paging: {
    limit: 25,
    total: results.length,
    estimated: false,
    nextCursor: null,
    prevCursor: null,
  },
})
const summary = answering(summarizeEnrollments, () => [
  {
    workflowId,
    name: 'Students',
    description: null,
    count: 10_000,
    estimated: true,
    lastModifiedAt: ada.modifiedAt,
    columns: ['Number', 'First name', 'Faculty'],
  },
])
const form = answering(readNewEnrollment, () => ({
  workflow,
  definition,
  design,
  values: { Faculty: 'Law' },
  connected: [],
}))
const credential = answering(readEnrollmentCredential, () => ({
  workflow,
  definition,
  design,
  connected: [],
  writeBacks: [],
  enrollment: ada,
}))

const session = buildConsoleSession({ theme: buildTheme({ issuanceAccount: true }) })
const show = (at: string) => showScreens(enrollmentsFeature, at, { session })

describe('credentials', () => {
  it('are the designs with the number of their people, and lead to them', {
    meta: { covers: ['screen:credentials'] },
  }, async () => {
    serve(summary)
    const { container } = await show('/credentials')
    const link = await screen.findByRole('link', { name: 'Students' })
    expect(link.getAttribute('href')).toContain(`/credentials/enrollment/search/${workflowId}`)
    expect(screen.getByText('10,000+')).toBeDefined()
    await expectAccessible(container)
  })
})

describe('the search for people', () => {
  it('looks everywhere, in one column, or for a scanned barcode', {
    meta: { covers: ['screen:credentials/enrollment/search/{workflowId}'] },
  }, async () => {
    const asked = serve(
      summary,
      answering(searchEnrollments, () => page([ada])),
    )
    const last = () => asked.filter(({ endpoint }) => endpoint === searchEnrollments).at(-1)?.body
    const at = `/credentials/enrollment/search/${workflowId}`
    const { container } = await show(`${at}?q=lace`)
    expect(await screen.findByRole('link', { name: 'Ada' })).toBeDefined()
    expect(screen.getByText('S-00001')).toBeDefined()
    expect(last()).toMatchObject({
      workflowId,
      term: 'lace',
      sortBy: 'modified',
      descending: true,
    })
    await expectAccessible(container)
    cleanup()
    await show(`${at}?q=Law&f.in=column:Faculty&f.state=ENROLLING&sort=title`)
    await waitFor(() =>
      expect(last()).toMatchObject({
        fields: [{ field: 'Faculty', value: 'Law' }],
        enrollState: 'ENROLLING',
        sortBy: 'title',
        descending: false,
      }),
    )
    cleanup()
    await show(`${at}?q=S-00001&f.in=barcode`)
    await waitFor(() => expect(last()).toMatchObject({ barcode: 'S-00001' }))
    expect(last()).not.toHaveProperty('term')
  })

  it('deletes whom was ticked, once their number is typed', async () => {
    const asked = serve(
      summary,
      answering(searchEnrollments, () => page([ada])),
      answering(deleteEnrollments, () => undefined),
    )
    const { user } = await show(`/credentials/enrollment/search/${workflowId}`)
    await user.click(await screen.findByLabelText('Select row'))
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete 1 record?' })
    await user.type(within(dialog).getByRole('textbox'), '1')
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    const sent = () => asked.find(({ endpoint }) => endpoint === deleteEnrollments)
    await waitFor(() => expect(sent()?.body).toEqual({ ids: [id] }))
  })
})

describe('the form of an enrolment', () => {
  it('asks in the words of its design, and sends what people filled in', {
    meta: { covers: ['screen:credentials/enrollment/create/{workflowId}'] },
  }, async () => {
    const asked = serve(
      form,
      credential,
      answering(createEnrollment, () => ada),
    )
    const { container, user } = await show(`/credentials/enrollment/create/${workflowId}`)
    await user.type(await screen.findByLabelText(/^What is your first name/), 'Ada')
    expect(screen.getByLabelText('Number')).toHaveProperty('readOnly', true)
    expect(screen.getByLabelText('Faculty')).toHaveProperty('value', 'Law')
    await expectAccessible(container)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const sent = () => asked.find(({ endpoint }) => endpoint === createEnrollment)
    await waitFor(() => expect(sent()?.body).toBeDefined())
    expect(sent()?.body).toEqual({
      workflowId,
      groupId: null,
      draft: false,
      values: {
        'First name': 'Ada',
        Faculty: 'Law',
        Birthday: null,
        Photo: null,
        Signature: null,
      },
    })
  })

  it('tells at each field why it is refused', {
    meta: { covers: ['errors.issuance-messages'] },
  }, async () => {
    const fields = [
      { path: 'body.values.First name', message: 'REQUIRED' },
      { path: 'body.values.Birthday', message: 'NO_DATE' },
    ]
    serve(
      form,
      answering(createEnrollment, () => new Refusal('ISSUANCE_ENROLLMENT_INVALID', {}, fields)),
    )
    const { user } = await show(`/credentials/enrollment/create/${workflowId}`)
    await user.click(await screen.findByRole('button', { name: 'Save' }))
    expect(await screen.findByText('First name: This is needed.')).toBeDefined()
    expect(screen.getByText('Birthday: This is no day of the calendar.')).toBeDefined()
    expect(screen.getByText('Some fields cannot be saved like this.')).toBeDefined()
  })

  it('shows the word that is reserved, as the service says it', {
    meta: { covers: ['errors.issuance-reserved-keyword'] },
  }, async () => {
    serve(
      form,
      answering(
        createEnrollment,
        () => new Refusal('ISSUANCE_CREDENTIAL_RESERVED_KEYWORD_ERROR', { message: 'State' }),
      ),
    )
    const { user } = await show(`/credentials/enrollment/create/${workflowId}`)
    await user.click(await screen.findByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/“State”/)).toBeDefined()
  })

  it('may be saved unfinished', async () => {
    const asked = serve(
      form,
      credential,
      answering(createEnrollment, () => ada),
    )
    const { user } = await show(`/credentials/enrollment/create/${workflowId}`)
    await user.click(await screen.findByRole('button', { name: 'Save unfinished' }))
    const sent = () => asked.find(({ endpoint }) => endpoint === createEnrollment)
    await waitFor(() => expect(sent()?.body).toMatchObject({ draft: true }))
  })

  it('sends of a record what was changed, over what was read', {
    meta: { covers: ['screen:credentials/enrollment/edit/{workflowId}/{enrollmentId}'] },
  }, async () => {
    const asked = serve(
      credential,
      answering(updateEnrollment, () => ({ ...ada, version: 2 })),
    )
    const { user } = await show(`/credentials/enrollment/edit/${workflowId}/${id}`)
    const first = await screen.findByLabelText(/^What is your first name/)
    await user.clear(first)
    await user.type(first, 'Augusta')
    await user.selectOptions(screen.getByLabelText('Faculty'), 'Arts')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const sent = () => asked.find(({ endpoint }) => endpoint === updateEnrollment)
    await waitFor(() => expect(sent()?.ifMatch).toBe('"1"'))
    expect(sent()?.body).toEqual({
      values: { 'First name': 'Augusta', Faculty: 'Arts' },
      draft: false,
    })
  })

  it('brings what somebody else saved meanwhile, and saves over that what was typed', async () => {
    let now = ada
    const asked = serve(
      answering(readEnrollmentCredential, () => ({
        workflow,
        definition,
        design,
        connected: [],
        writeBacks: [],
        enrollment: now,
      })),
      answering(updateEnrollment, () => {
        if (now.version === 2) return { ...now, version: 3 }
        const values = { Number: 'S-00001', 'First name': 'Augusta', Photo: picture }
        now = { ...ada, version: 2, modifiedBy: 'linus', values }
        return new Refusal('precondition_failed')
      }),
    )
    const { user } = await show(`/credentials/enrollment/edit/${workflowId}/${id}`)
    await user.selectOptions(await screen.findByLabelText('Faculty'), 'Arts')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/linus/)).toBeDefined()
    expect(screen.getByText(/Augusta/)).toBeDefined()
    expect(screen.queryByText(/base64/)).toBeNull()
    expect(screen.getByLabelText('Faculty')).toHaveProperty('value', 'Arts')
    await user.click(screen.getByRole('button', { name: 'Save mine anyway' }))
    const sent = () => asked.filter(({ endpoint }) => endpoint === updateEnrollment)
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent()[1]?.body).toEqual({ values: { Faculty: 'Arts' }, draft: false })
  })

  it('takes what somebody else saved meanwhile', async () => {
    let now = ada
    serve(
      answering(readEnrollmentCredential, () => ({
        workflow,
        definition,
        design,
        connected: [],
        writeBacks: [],
        enrollment: now,
      })),
      answering(updateEnrollment, () => {
        now = { ...ada, version: 2, values: { ...ada.values, 'First name': 'Augusta' } }
        return new Refusal('precondition_failed')
      }),
    )
    const { user } = await show(`/credentials/enrollment/edit/${workflowId}/${id}`)
    await user.selectOptions(await screen.findByLabelText('Faculty'), 'Arts')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('button', { name: 'Use the current values' }))
    await waitFor(() =>
      expect(screen.getByLabelText(/^What is your first name/)).toHaveProperty('value', 'Augusta'),
    )
    expect(screen.getByLabelText('Faculty')).toHaveProperty('value', '')
  })

  it('offers groups to whoever may look at records, without a right to groups', async () => {
    const asked = serve(
      form,
      answering(listIssuanceGroupsPaged, () => ({ ...page([]), results: [group] })),
      credential,
      answering(createEnrollment, () => ada),
    )
    const role = buildRole({ permissions: enrolling })
    const limited = buildConsoleSession({
      theme: buildTheme({ issuanceAccount: true }),
      roles: [role],
    })
    const at = `/credentials/enrollment/create/${workflowId}`
    const { user } = await showScreens(enrollmentsFeature, at, { session: limited })
    await user.click(await screen.findByRole('combobox', { name: 'Group' }))
    await user.click(await screen.findByRole('option', { name: 'Nursing' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const sent = () => asked.find(({ endpoint }) => endpoint === createEnrollment)
    await waitFor(() => expect(sent()?.body).toMatchObject({ groupId: group.id }))
  })

  it('says when there is no camera, and lets a file be chosen', async () => {
    serve(form)
    const { user } = await show(`/credentials/enrollment/create/${workflowId}`)
    await user.click(await screen.findByRole('button', { name: 'Camera' }))
    expect(await screen.findByText('No camera was found. Choose a file instead.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    const file = new File(['no picture'], 'photo.png', { type: 'image/png' })
    await user.upload(screen.getByLabelText('File for Photo'), file)
    expect(await screen.findByText('This is no PNG or JPEG.')).toBeDefined()
  })
})
