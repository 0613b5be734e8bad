import { workflowFieldKinds } from '@signet/card/enrolment/definition'
import { abort } from '@signet/rules/abort'
import { areUnique } from '@signet/rules/lists'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { noContent, Uuid } from '../kit/schemas.ts'
import {
  Enrollment,
  EnrollmentChange,
  EnrollmentIds,
  EnrollmentQuery,
  EnrollmentSummary,
  enrollStates,
} from './enrollments.ts'

/** Records that are written in one call. */
const mostAtOnce = 50

const DesignName = z.string().trim().min(1).max(100, abort)
const ByName = z.object({ enrollmentDesignName: DesignName })

/** A field as a program fills it. */
const Field = z.object({
  name: z.string(),
  kind: z.enum(workflowFieldKinds),
  mandatory: z.boolean(),
  unique: z.boolean(),
  /** Filled by its default, never by a caller. */
  readOnly: z.boolean(),
  /** Has numbers of its own: leave it out. */
  numbered: z.boolean(),
  /** Of a list: what may be chosen. */
  values: z.array(z.string()),
})

export const ApiEnrollmentDesign = z
  .object({
    id: Uuid,
    name: z.string(),
    description: z.string().nullable(),
    fields: z.array(Field),
  })
  .meta({ id: 'ApiEnrollmentDesign' })

const Reading = EnrollmentQuery.extend({ enrollState: z.enum(enrollStates).optional() })

const Read = z
  .object({
    enrollments: z.array(EnrollmentSummary.omit({ thumbnail: true })),
    offset: z.int(),
    limit: z.int(),
    total: z.int(),
    /** There are more than `total`. */
    estimated: z.boolean(),
  })
  .meta({ id: 'ReadEnrollments' })

const Offset = z.object({
  offset: z.coerce.number().int().min(0).max(10_000).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})

const api = {
  api: 'issuance',
  actor: 'admin',
  limit: 'change',
  alsoFor: ['ISSUANCE_API'],
} as const
const view = { ...api, needs: ['ENROLLMENTS', 'VIEW'], limit: 'search', audit: null } as const
const add = { ...api, needs: ['ENROLLMENTS', 'ADD'], audit: 'ENROLLMENT_CREATED' } as const
const edit = { ...api, needs: ['ENROLLMENTS', 'EDIT'], audit: 'ENROLLMENT_UPDATED' } as const
const remove = { ...api, needs: ['ENROLLMENTS', 'REMOVE'], audit: 'ENROLLMENT_DELETED' } as const
const noDesign = 'ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND'
const gone = 'ISSUANCE_ENROLLMENT_NOT_FOUND'
const refused = [
  'ISSUANCE_ENROLLMENT_EXISTS',
  'ISSUANCE_ENROLLMENT_INVALID',
  'ISSUANCE_CREDENTIAL_RESERVED_KEYWORD_ERROR',
  'ISSUANCE_IMAGE_INVALID',
  'group_not_found',
  'too_many_requests',
] as const
const changed = [gone, ...refused, 'precondition_failed'] as const
const pages =
  '`offset` and `limit` page through those that fit, by title. `offset` ends at 10,000, a search at 1,000: narrow it down to read others. Pictures are left out.'
const allOrNone =
  'All of them are written, or none. A value that cannot be saved is named by its place, such as `body.enrollments.2.values.Name`; one that another record has, by its field.'

const v1 = '/api/web/v1/enrollment/api'
const v2 = '/api/web/v2/enrollments'

export const createEnrollmentV1 = endpoint({
  ...add,
  method: 'POST',
  path: v1,
  body: EnrollmentChange.extend(ByName.shape).meta({ id: 'NewApiEnrollment' }),
  answer: Enrollment,
  ordinary: 'issuanceWork',
  errors: [noDesign, ...refused],
  summary: 'Enroll somebody by a design that is named',
})

export const updateEnrollmentV1 = endpoint({
  ...edit,
  method: 'PUT',
  path: v1,
  body: EnrollmentChange.extend({ id: Uuid }).meta({ id: 'ApiEnrollmentChange' }),
  answer: Enrollment,
  ordinary: 'issuanceWork',
  errors: changed,
  summary: 'Change a record',
})

export const deleteEnrollmentsV1 = endpoint({
  ...remove,
  method: 'DELETE',
  path: v1,
  body: EnrollmentIds,
  answer: noContent,
  ordinary: 'issuanceWork',
  errors: [gone],
  summary: 'Delete records, all of them or none',
})

export const readEnrollmentsV1 = endpoint({
  ...view,
  method: 'POST',
  path: `${v1}/readEnrollments`,
  query: Offset,
  body: Reading.extend(ByName.shape).meta({ id: 'EnrollmentReading' }),
  answer: Read,
  errors: [noDesign, 'invalid_parameters'],
  summary: 'Records of a design that is named',
  description: pages,
})

export const listApiEnrollmentDesigns = endpoint({
  ...view,
  method: 'GET',
  path: `${v2}/enrollmentDesigns`,
  answer: z.array(ApiEnrollmentDesign),
  errors: [],
  summary: 'The enrollment designs with their fields, by name',
})

export const readEnrollmentsV2 = endpoint({
  ...view,
  method: 'POST',
  path: `${v2}/read/:enrollmentDesignName`,
  params: ByName,
  query: Offset,
  body: Reading.meta({ id: 'EnrollmentReadingV2' }),
  answer: Read,
  errors: [noDesign, 'invalid_parameters'],
  summary: 'Records of a design',
  description: pages,
})

export const createEnrollmentsV2 = endpoint({
  ...add,
  method: 'POST',
  path: `${v2}/:enrollmentDesignName`,
  params: ByName,
  body: z
    .object({ enrollments: z.array(EnrollmentChange).min(1).max(mostAtOnce, abort) })
    .meta({ id: 'NewApiEnrollments' }),
  answer: z.array(Enrollment),
  ordinary: 'issuanceWork',
  errors: [noDesign, ...refused],
  summary: 'Enroll several people by a design',
  description: allOrNone,
})

export const updateEnrollmentsV2 = endpoint({
  ...edit,
  method: 'PUT',
  path: v2,
  body: z
    .object({
      enrollments: z
        .array(EnrollmentChange.extend({ id: Uuid }))
        .min(1)
        .max(mostAtOnce, abort),
    })
    .refine(({ enrollments }) => areUnique(enrollments.map(({ id }) => id)), {
      error: 'a record stands there twice',
      path: ['enrollments'],
    })
    .meta({ id: 'ApiEnrollmentChanges' }),
  answer: z.array(Enrollment),
  ordinary: 'issuanceWork',
  errors: changed,
  versioned: false,
  summary: 'Change several records',
  description: allOrNone,
})

export const deleteEnrollmentsV2 = endpoint({
  ...remove,
  method: 'DELETE',
  path: v2,
  body: EnrollmentIds,
  answer: noContent,
  ordinary: 'issuanceWork',
  errors: [gone],
  summary: 'Delete records, all of them or none',
})

export const readEnrollmentV2 = endpoint({
  ...view,
  limit: 'read',
  method: 'GET',
  path: `${v2}/:id`,
  params: z.object({ id: Uuid }),
  answer: Enrollment,
  errors: [gone],
  summary: 'One record with its pictures',
})
