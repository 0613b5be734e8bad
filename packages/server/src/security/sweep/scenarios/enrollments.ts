import type { Context } from '../../../kit/context.ts'
import { buildEnrollment, person } from '../enrollment-rows.ts'
import { buildMailable, pictureToTransform } from '../issuance-rows.ts'
import type { Scenario, Scenarios } from '../world.ts'

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

/** People on cards. */
export const enrollmentScenarios: Scenarios = {
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
}
