import { deleteEnrollments } from '@signet/contract/issuance/enrollments'
import type { TestTenant } from '../../../../testing/test-app.ts'
import type { Context } from '../../../kit/context.ts'
import { buildEnrollment, person } from '../../../security/sweep/enrollment-rows.ts'
import { anyGroup } from '../../../security/sweep/id-rows.ts'
import {
  buildMailable,
  otherPicture,
  pictureToTransform,
} from '../../../security/sweep/issuance-rows.ts'
import { mails, rowsOf } from '../../../security/sweep/looks.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario } from '../../../security/sweep/world.ts'

const onWorkflow =
  (body: object = {}): Scenario =>
  async ({ ctx }) => ({ body: { ...body, workflowId: (await buildEnrollment(ctx)).workflowId } })

const underWorkflow: Scenario = async ({ ctx }) => ({
  params: { workflowId: (await buildEnrollment(ctx)).workflowId },
})

const onEnrollment =
  (body?: object): Scenario =>
  async ({ ctx }) => ({
    params: { enrollmentId: (await buildEnrollment(ctx)).enrollmentId },
    ...(body === undefined ? {} : { body }),
  })

const ofRecord =
  (body: (id: string) => object): Scenario =>
  async ({ ctx }) => ({ body: body((await buildEnrollment(ctx)).enrollmentId) })

const named = async (ctx: Context) => ({
  enrollmentDesignName: (await buildEnrollment(ctx)).workflowName,
})

const enrollmentAsId = async ({ ctx }: TestTenant) => {
  const { enrollmentId, workflowName } = await buildEnrollment(ctx)
  return { id: enrollmentId, enrollmentDesignName: workflowName }
}

const enrollment = async ({ ctx }: TestTenant) => {
  const { workflowId, enrollmentId } = await buildEnrollment(ctx)
  return { workflowId, enrollmentId }
}

const enrolment = async ({ ctx }: TestTenant) => (await buildEnrollment(ctx)).enrollmentId

const enrolled = async ({ ctx }: TestTenant) => (await buildEnrollment(ctx)).workflowId

export const scenarios: SubjectScenarios = {
  calls: {
    listEnrollments: onWorkflow(),
    searchEnrollments: onWorkflow({ term: 'lace' }),
    countEnrollments: async ({ ctx }) => ({
      query: { workflowId: (await buildEnrollment(ctx)).workflowId },
    }),
    enrollmentsExist: underWorkflow,
    readNewEnrollment: underWorkflow,
    readEnrollmentCredential: onEnrollment(),
    createEnrollment: onWorkflow({ values: person }),
    updateEnrollment: onEnrollment({ values: { 'Last name': 'King' } }),
    deleteEnrollments: async ({ ctx }) => ({
      body: { ids: [(await buildEnrollment(ctx)).enrollmentId] },
    }),
    deleteAllEnrollments: onWorkflow(),
    reserveSequence: onWorkflow({ field: 'Number' }),
    createEnrollmentV1: async ({ ctx }) => ({
      body: { enrollmentDesignName: (await buildEnrollment(ctx)).workflowName, values: person },
    }),
    updateEnrollmentV1: async ({ ctx }) => ({
      body: { id: (await buildEnrollment(ctx)).enrollmentId, values: { 'Last name': 'King' } },
    }),
    deleteEnrollmentsV1: ofRecord((id) => ({ ids: [id] })),
    readEnrollmentsV1: async ({ ctx }) => ({
      body: { enrollmentDesignName: (await buildEnrollment(ctx)).workflowName },
    }),
    readEnrollmentsV2: async ({ ctx }) => ({ params: await named(ctx), body: {} }),
    createEnrollmentsV2: async ({ ctx }) => ({
      params: await named(ctx),
      body: { enrollments: [{ values: person }] },
    }),
    updateEnrollmentsV2: ofRecord((id) => ({
      enrollments: [{ id, values: { 'Last name': 'King' } }],
    })),
    deleteEnrollmentsV2: ofRecord((id) => ({ ids: [id] })),
    readEnrollmentV2: async ({ ctx }) => ({
      params: { id: (await buildEnrollment(ctx)).enrollmentId },
    }),
    exportEnrollments: onWorkflow({ term: 'lace' }),
    generateCredential: onEnrollment(),
    sendEnrollmentEmail: async ({ ctx }) => ({
      params: { enrollmentId: await buildMailable(ctx) },
      body: { field: 'Mail' },
    }),
    compressEnrollmentImage: () => ({ body: { image: pictureToTransform.image } }),
    thumbnailEnrollmentImage: () => ({ body: pictureToTransform.image }),
  },
  ids: [
    { under: '/api/web/issuance/enrollments/', build: enrollment },
    { under: '/api/web/v2/enrollments/', build: enrollmentAsId },
  ],
  bodyIds: {
    listEnrollments: { build: enrolled, body: (workflowId) => ({ workflowId }) },
    searchEnrollments: { build: enrolled, body: (workflowId) => ({ workflowId, term: 'lace' }) },
    createEnrollment: { build: enrolled, body: (workflowId) => ({ workflowId, values: person }) },
    updateEnrollment: {
      build: anyGroup,
      body: (groupId) => ({ groupId, values: {} }),
      params: async ({ ctx }) => ({ enrollmentId: (await buildEnrollment(ctx)).enrollmentId }),
    },
    deleteEnrollments: {
      build: enrolment,
      body: (id) => ({ ids: [id] }),
    },
    updateEnrollmentV1: { build: enrolment, body: (id) => ({ id, values: {} }) },
    deleteEnrollmentsV1: { build: enrolment, body: (id) => ({ ids: [id] }) },
    updateEnrollmentsV2: {
      build: enrolment,
      body: (id) => ({ enrollments: [{ id, values: {} }] }),
    },
    deleteEnrollmentsV2: { build: enrolment, body: (id) => ({ ids: [id] }) },
    createEnrollmentV1: {
      build: anyGroup,
      body: (groupId) => ({ groupId, values: person, enrollmentDesignName: 'x' }),
    },
    createEnrollmentsV2: {
      build: anyGroup,
      body: (groupId) => ({ enrollments: [{ groupId, values: person }] }),
      params: async ({ ctx }) => ({
        enrollmentDesignName: (await buildEnrollment(ctx)).workflowName,
      }),
    },
    exportEnrollments: { build: enrolled, body: (workflowId) => ({ workflowId }) },
    deleteAllEnrollments: { build: enrolled, body: (workflowId) => ({ workflowId }) },
    reserveSequence: { build: enrolled, body: (workflowId) => ({ workflowId, field: 'Number' }) },
  },
  bodies: {
    createEnrollmentV1: { enrollmentDesignName: 'x', values: {} },
    updateEnrollmentV1: { id: crypto.randomUUID(), values: {} },
    createEnrollmentsV2: { enrollments: [{ values: {} }] },
    updateEnrollmentsV2: { enrollments: [{ id: crypto.randomUUID(), values: {} }] },
    sendEnrollmentEmail: { field: 'Mail' },
    createEnrollment: { workflowId: crypto.randomUUID(), values: {} },
    updateEnrollment: { values: {} },
    reserveSequence: { workflowId: crypto.randomUUID(), field: 'Number' },
    compressEnrollmentImage: { image: pictureToTransform.image },
    thumbnailEnrollmentImage: pictureToTransform.image,
  },
  effects: {
    sendEnrollmentEmail: mails,
    reserveSequence: rowsOf('enrollment_reservations'),
    createEnrollmentV1: rowsOf('enrollments'),
    deleteEnrollmentsV1: rowsOf('enrollments'),
    deleteEnrollmentsV2: rowsOf('enrollments'),
    updateEnrollmentV1: rowsOf('enrollments'),
    updateEnrollmentsV2: rowsOf('enrollments'),
    updateEnrollment: rowsOf('enrollments'),
    deleteEnrollments: rowsOf('enrollments'),
    createEnrollment: rowsOf('enrollments'),
    deleteAllEnrollments: rowsOf('enrollments'),
    createEnrollmentsV2: rowsOf('enrollments'),
  },
  alteredBy: {
    generateCredential: ({ test, admin }, { given: { params } }) =>
      test.call(deleteEnrollments, { as: admin.token, body: { ids: [params?.['enrollmentId']] } }),
    countEnrollments: ['createEnrollment'],
    enrollmentsExist: ['deleteAllEnrollments'],
    summarizeEnrollments: ['createEnrollment'],
    readEnrollmentCredential: ['updateEnrollment'],
    searchEnrollments: ['deleteAllEnrollments'],
    listApiEnrollmentDesigns: ['createWorkflowDesign'],
    readEnrollmentV2: ['updateEnrollment'],
    readEnrollmentsV1: ['createEnrollmentV1'],
    readEnrollmentsV2: ['createEnrollmentsV2'],
    exportEnrollments: ['createEnrollment'],
    listEnrollments: ['createEnrollment'],
    readNewEnrollment: ['updateWorkflowDesign'],
  },
  computes: {
    compressEnrollmentImage: { image: otherPicture },
    thumbnailEnrollmentImage: otherPicture,
  },
}
