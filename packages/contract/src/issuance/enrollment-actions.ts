import { FieldName } from '@signet/card/shapes/frame'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Uuid } from '../kit/schemas.ts'
import { EnrollmentFilter, EnrollmentIds, EnrollmentQuery } from './enrollments.ts'

const path = '/api/web/issuance/enrollments'
const one = `${path}/:enrollmentId`
const OneId = z.object({ enrollmentId: Uuid })
const api = { api: 'issuance', actor: 'admin' } as const
const gone = 'ISSUANCE_ENROLLMENT_NOT_FOUND'

export const exportEnrollments = endpoint({
  ...api,
  needs: ['ENROLLMENTS', 'VIEW'],
  limit: 'heavy',
  method: 'POST',
  path: `${path}/export`,
  body: z
    .object({
      ...EnrollmentFilter.shape,
      ...EnrollmentQuery.shape,
      /** These alone, of those that match. */
      ids: EnrollmentIds.shape.ids.optional(),
    })
    .meta({ id: 'EnrollmentExport' }),
  answer: z.string(),
  produces: 'text/csv',
  sensitive: true,
  errors: ['ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND', 'invalid_parameters'],
  audit: 'ENROLLMENT_EXPORTED',
  catalogueId: 'post:web.issuance.enrollments.export',
  summary: 'The records of a design as a CSV file, by title',
  description:
    'Texts and days in a column for each field of the design; pictures are left out. Without a search all records come, however many; a search finds 1,000 at most. Cells that a spreadsheet would run as a formula begin with an apostrophe.',
})

export const generateCredential = endpoint({
  ...api,
  needs: ['ISSUANCE', 'ADD'],
  limit: 'heavy',
  method: 'POST',
  path: `${one}/generateCredential`,
  params: OneId,
  answer: z.string(),
  produces: 'application/pdf',
  ordinary: 'issuanceWork',
  errors: [
    gone,
    'ISSUANCE_ENROLLMENT_INVALID',
    'ISSUANCE_IMAGE_INVALID',
    'ISSUANCE_PRINT_NOT_ENROLLED',
    'too_many_requests',
  ],
  audit: 'ENROLLMENT_CREDENTIAL_GENERATED',
  catalogueId: 'post:web.issuance.enrollments.enrollmentId.generateCredential',
  summary: 'The card of a record as a PDF of its size',
  description:
    'A page for each side at 300 dots to the inch, drawn as printers get it; each barcode is read again. For printers that are not on the network. It is no print: nothing is queued or counted.',
})

export const sendEnrollmentEmail = endpoint({
  ...api,
  needs: ['ENROLLMENTS', 'EDIT'],
  limit: 'heavy',
  method: 'POST',
  path: `${one}/sendEmail`,
  params: OneId,
  body: z
    .object({
      /** The text field that holds the address. */
      field: FieldName,
    })
    .meta({ id: 'EnrollmentEmail' }),
  answer: z.object({ sentTo: z.string() }).meta({ id: 'SentEnrollmentEmail' }),
  ordinary: 'issuanceWork',
  errors: [
    gone,
    'invalid_parameters',
    'no_contact',
    'email_server_missing',
    'email_not_sent',
    'ISSUANCE_PRINT_NOT_PRINTED',
  ],
  audit: 'ENROLLMENT_EMAIL_SENT',
  catalogueId: 'post:web.issuance.enrollments.enrollmentId.sendEmail',
  summary: 'Mail somebody that their card is ready',
  description:
    'To the address in a field of the record and to no other, once the card has come out of a printer. The text is the tenant’s template `cardReady`; no value and no picture of the record goes along but its title.',
})
