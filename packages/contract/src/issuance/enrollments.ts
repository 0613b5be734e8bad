import { Design } from '@signet/card/document'
import { WorkflowDefinition } from '@signet/card/enrolment/definition'
import { FieldName } from '@signet/card/shapes/frame'
import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, Line, PageRequest, pageOf, Uuid } from '../kit/schemas.ts'

const OneId = z.object({ enrollmentId: Uuid })
const OfWorkflow = z.object({ workflowId: Uuid })
const mostFields = 100

/** Texts as they are typed, days as ISO 8601, pictures as `data:` URLs of PNG or JPEG. */
export const EnrollmentValues = z
  .record(FieldName, z.string().max(900_000, abort).nullable())
  .refine((values) => Object.keys(values).length <= mostFields, 'too many fields')
  .meta({ id: 'EnrollmentValues' })

export const enrollStates = ['ENROLLING', 'ENROLLED'] as const

/** Why a value did not go back to the row it came from. */
export const writeBackReasons = [
  'NO_KEY',
  'NO_ROW',
  'SEVERAL_ROWS',
  'GONE',
  'READ_ONLY',
  'RIGHTS',
  'UNREACHED',
  'REFUSED',
] as const
export type WriteBackReason = (typeof writeBackReasons)[number]

const Standing = z.object({
  id: Uuid,
  workflowId: Uuid,
  groupId: Uuid.nullable(),
  groupName: z.string().nullable(),
  /** Its first two texts. */
  title: z.string(),
  /** ENROLLING while something mandatory is missing. */
  enrollState: z.enum(enrollStates),
  /** Of the chip; null before one is written. */
  encodeState: z.string().nullable(),
  state: z.string(),
  /** What is shown of the three. */
  status: z.string(),
  createdAt: Instant,
  createdBy: z.string(),
  modifiedAt: Instant,
  modifiedBy: z.string(),
  version: z.int(),
})

export const EnrollmentSummary = Standing.extend({
  /** Texts and days; pictures are left out. */
  values: z.record(z.string(), z.string()),
  /** A small JPEG of the photo as a `data:` URL. */
  thumbnail: z.string().nullable(),
}).meta({ id: 'EnrollmentSummary' })

export const Enrollment = Standing.extend({
  /** Pictures too. */
  values: z.record(z.string(), z.string()),
}).meta({ id: 'Enrollment' })

const Workflow = z.object({ id: Uuid, name: z.string(), version: z.int() })

/** What an enrolment is made with: the fields in their steps, and the card they stand on. */
export const EnrollmentForm = z
  .object({
    workflow: Workflow,
    definition: WorkflowDefinition,
    design: Design,
    /** What a new record begins with. */
    values: z.record(z.string(), z.string()),
    /** Fields that external databases fill, and the fields that their rows are found by. */
    connected: z.array(z.object({ fieldId: z.string(), keyFieldId: z.string() })),
  })
  .meta({ id: 'EnrollmentForm' })

export const EnrollmentCredential = EnrollmentForm.omit({ values: true })
  .extend({
    enrollment: Enrollment,
    /** Values that still go back to the rows they came from, or could not. */
    writeBacks: z.array(
      z
        .object({
          field: z.string(),
          state: z.enum(['WAITING', 'FAILED']),
          /** `GONE`: table or column. `RIGHTS`: of who changed it. `REFUSED`: by the server. */
          reason: z.enum(writeBackReasons).nullable(),
          changedAt: Instant,
        })
        .meta({ id: 'EnrollmentWriteBack' }),
    ),
  })
  .meta({ id: 'EnrollmentCredential' })

const Written = z.object({
  values: EnrollmentValues,
  /** Administrators who are limited to groups see the records of these. */
  groupId: Uuid.nullable().optional(),
  /** Mandatory fields may be missing: the record is ENROLLING until they are there. */
  draft: z.boolean().default(false),
})

export const NewEnrollment = Written.extend({ workflowId: Uuid }).meta({ id: 'NewEnrollment' })
/** Fields that are left out stay as they are; null takes a value away. */
export const EnrollmentChange = Written.meta({ id: 'EnrollmentChange' })

export const EnrollmentFilter = z.object({
  workflowId: Uuid,
  enrollState: z.enum(enrollStates).optional(),
  groupId: Uuid.optional(),
})

export const enrollmentSorts = ['modified', 'title'] as const

export const EnrollmentPageRequest = PageRequest.extend({
  ...EnrollmentFilter.shape,
  sortBy: z.enum(enrollmentSorts).default('modified'),
  descending: z.boolean().default(true),
}).meta({ id: 'EnrollmentPageRequest' })

export const EnrollmentQuery = z.object({
  /** Anywhere in the texts; fewer than three letters at the beginning of one. */
  term: Line(100).optional(),
  /** What a scanner read: the text of a barcode on the card. */
  barcode: z.string().min(1).max(500, abort).optional(),
  fields: z
    .array(
      z.object({
        field: FieldName,
        match: z.enum(['EQUALS', 'BEGINS']).default('BEGINS'),
        value: Line(200),
      }),
    )
    .max(10, abort)
    .default([]),
})

export const EnrollmentSearch = EnrollmentPageRequest.extend(EnrollmentQuery.shape).meta({
  id: 'EnrollmentSearch',
})

const path = '/api/web/issuance/enrollments'
const one = `${path}/:enrollmentId`
const api = { api: 'issuance', actor: 'admin' } as const
const view = { ...api, needs: ['ENROLLMENTS', 'VIEW'], limit: 'read', audit: null } as const
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
const found = 'A search finds 1,000 at most; `paging.estimated` tells that there are more.'

const { add, edit, remove } = callsOn('ENROLLMENTS')

export const listEnrollments = endpoint({
  ...view,
  limit: 'search',
  method: 'POST',
  path: `${path}/list`,
  body: EnrollmentPageRequest,
  answer: pageOf(EnrollmentSummary),
  errors: [noDesign, 'invalid_parameters'],
  catalogueId: 'post:web.issuance.enrollments.list',
  summary: 'The records of an enrollment design, page by page',
})

export const searchEnrollments = endpoint({
  ...view,
  limit: 'search',
  method: 'POST',
  path: `${path}/search`,
  body: EnrollmentSearch,
  answer: pageOf(EnrollmentSummary),
  errors: [noDesign, 'invalid_parameters'],
  catalogueId: 'post:web.issuance.enrollments.search',
  summary: 'Records by what their fields hold, or by a scanned barcode',
  description: `All that is given has to fit. Upper and lower case are alike. ${found}`,
})

const Count = z.object({
  count: z.int(),
  /** There are more: counting ends at 10,000. */
  estimated: z.boolean(),
})

export const countEnrollments = endpoint({
  ...view,
  method: 'GET',
  path: `${path}/count`,
  query: OfWorkflow,
  answer: Count.meta({ id: 'EnrollmentCount' }),
  errors: [noDesign],
  catalogueId: 'get:web.issuance.enrollments.count',
  summary: 'How many records a design has',
})

export const summarizeEnrollments = endpoint({
  ...view,
  method: 'GET',
  path: `${path}/summary`,
  answer: z.array(
    Count.extend({
      workflowId: Uuid,
      name: z.string(),
      description: z.string().nullable(),
      lastModifiedAt: Instant.nullable(),
      /** The names of its fields that records are searched by. */
      columns: z.array(z.string()),
    }).meta({ id: 'EnrollmentsOfDesign' }),
  ),
  errors: [],
  catalogueId: 'get:web.issuance.enrollments.summary',
  summary: 'The enrollment designs with the number of their records',
})

export const enrollmentsExist = endpoint({
  ...view,
  method: 'GET',
  path: `${path}/exist/:workflowId`,
  params: OfWorkflow,
  answer: z.object({ exist: z.boolean() }).meta({ id: 'EnrollmentsExist' }),
  errors: [noDesign],
  catalogueId: 'get:web.issuance.enrollments.exist.workflowId',
  summary: 'Whether a design has records: it is not deleted then',
})

export const readNewEnrollment = endpoint({
  ...api,
  ...add,
  limit: 'read',
  audit: null,
  method: 'GET',
  path: `${path}/newEnroll/:workflowId`,
  params: OfWorkflow,
  answer: EnrollmentForm,
  errors: [noDesign],
  catalogueId: 'get:web.issuance.enrollments.newEnroll.workflowId',
  summary: 'What a new record is made with',
  description: 'Takes no number of a sequence: it is given when the record is saved.',
})

export const readEnrollmentCredential = endpoint({
  ...view,
  method: 'GET',
  path: `${one}/credential`,
  params: OneId,
  answer: EnrollmentCredential,
  errors: [gone],
  catalogueId: 'get:web.issuance.enrollments.enrollmentId.credential',
  versioned: true,
  summary: 'One record with its pictures, its fields and its card',
})

export const createEnrollment = endpoint({
  ...api,
  ...add,
  path,
  body: NewEnrollment,
  answer: Enrollment,
  ordinary: 'issuanceWork',
  errors: [noDesign, ...refused],
  audit: 'ENROLLMENT_CREATED',
  catalogueId: 'post:web.issuance.enrollments',
  summary: 'Enroll somebody',
  description:
    'Fields with a sequence get their next number; a number of one’s own has to be reserved. Photos are kept as JPEG of 1,200 pixels and 300,000 bytes at most, upright and without what else their file tells. Whoever is limited to groups names one of them.',
})

export const updateEnrollment = endpoint({
  ...api,
  ...edit,
  path: one,
  params: OneId,
  body: EnrollmentChange,
  answer: Enrollment,
  ordinary: 'issuanceWork',
  errors: [gone, ...refused, 'precondition_failed'],
  audit: 'ENROLLMENT_UPDATED',
  catalogueId: 'put:web.issuance.enrollments.enrollmentId',
  summary: 'Change a record',
  description:
    'Send the ETag that was read as `If-Match`: what somebody else saved since is not overwritten. Fields that write back to external databases do so afterwards; what could not be written is told by the record (`writeBacks`) and tried again when it is saved again.',
})

export const EnrollmentIds = z
  .object({ ids: z.array(Uuid).min(1).max(100, abort) })
  .meta({ id: 'EnrollmentIds' })

export const deleteEnrollments = endpoint({
  ...api,
  ...remove,
  path,
  body: EnrollmentIds,
  ordinary: 'issuanceWork',
  errors: [gone],
  audit: 'ENROLLMENT_DELETED',
  catalogueId: 'delete:web.issuance.enrollments',
  summary: 'Delete records, all of them or none',
})

export const deleteAllEnrollments = endpoint({
  ...api,
  ...remove,
  limit: 'heavy',
  path: `${path}/all`,
  body: OfWorkflow.meta({ id: 'EnrollmentsOfWorkflow' }),
  answer: z
    .object({
      deleted: z.int(),
      /** There are more: ask again. */
      more: z.boolean(),
    })
    .meta({ id: 'DeletedEnrollments' }),
  ordinary: 'issuanceWork',
  errors: [noDesign],
  audit: 'ENROLLMENT_ALL_DELETED',
  catalogueId: 'delete:web.issuance.enrollments.all',
  summary: 'Delete the records of a design, 5,000 at a time',
  description: 'Those that the caller sees.',
})

export const reserveSequence = endpoint({
  ...api,
  ...add,
  path: `${path}/autoSequence`,
  body: z.object({ workflowId: Uuid, field: FieldName }).meta({ id: 'SequenceReservation' }),
  answer: z
    .object({
      value: z.string(),
      /** Until then a record may be saved with it. */
      expiresAt: Instant,
    })
    .meta({ id: 'ReservedNumber' }),
  ordinary: 'issuanceWork',
  errors: [noDesign, 'ISSUANCE_ENROLLMENT_NO_SEQUENCE'],
  audit: 'ENROLLMENT_NUMBER_RESERVED',
  catalogueId: 'post:web.issuance.enrollments.autoSequence',
  summary: 'Reserve the next number of a field with a sequence',
  description: 'No number is given twice, whatever becomes of it.',
})

const Picture = z
  .string()
  .max(900_000, abort)
  .regex(/^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/)

const SmallerPicture = z
  .object({ image: z.string(), widthPx: z.int(), heightPx: z.int(), bytes: z.int() })
  .meta({ id: 'SmallerPicture' })

export const compressEnrollmentImage = endpoint({
  ...view,
  limit: 'heavy',
  method: 'POST',
  path: `${path}/compressImage`,
  body: z
    .object({
      image: Picture,
      widthPx: z.int().min(16).max(2000).default(1200),
      heightPx: z.int().min(16).max(2000).default(1200),
      mostBytes: z.int().min(5000).max(600_000).default(300_000),
    })
    .meta({ id: 'ImageCompression' }),
  answer: SmallerPicture,
  errors: ['ISSUANCE_IMAGE_INVALID', 'too_many_requests'],
  catalogueId: 'post:web.issuance.enrollments.compressImage',
  summary: 'A picture as a JPEG inside a frame, of so many bytes at most',
})

export const thumbnailEnrollmentImage = endpoint({
  ...view,
  limit: 'heavy',
  method: 'POST',
  path: `${path}/thumbnailImage`,
  consumes: 'text/plain',
  body: Picture,
  answer: SmallerPicture,
  errors: ['ISSUANCE_IMAGE_INVALID', 'too_many_requests'],
  catalogueId: 'post:web.issuance.enrollments.thumbnailImage',
  summary: 'A picture as a JPEG of 96 pixels at most',
  description: 'The body is the `data:` URL of a PNG or JPEG as plain text.',
})
