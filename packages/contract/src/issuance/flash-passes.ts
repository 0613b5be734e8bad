import { FieldName } from '@signet/card/shapes/frame'
import { abort } from '@signet/rules/abort'
import {
  mostPassesAtOnce,
  mostPassesOfBatch,
  passStates,
  passWallets,
  walletTypes,
} from '@signet/rules/flash-passes'
import { areUnique } from '@signet/rules/lists'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, noContent, Uuid } from '../kit/schemas.ts'
import { EnrollmentFilter, EnrollmentQuery } from './enrollments.ts'

export const FlashPass = z
  .object({
    id: Uuid,
    batchId: Uuid,
    /** Its place among those that were asked for together, from 0. */
    position: z.int(),
    designId: Uuid,
    designName: z.string(),
    /** Null once the record is deleted. */
    enrollmentId: Uuid.nullable(),
    /** Of the record; empty once that is deleted. */
    title: z.string(),
    /**
     * ISSUED: it waits to be claimed. CLAIMED: somebody has it. EXPIRED: its days are over.
     * CANCELLED: called off before anybody had it. REVOKED: taken back.
     */
    state: z.enum(passStates),
    /** Those that it was put into. */
    wallets: z.array(z.enum(passWallets)),
    claimedAt: Instant.nullable(),
    /** Null: it ends only when it is revoked, or was not claimed yet. */
    endsAt: Instant.nullable(),
    /** When it was called off or taken back. */
    endedAt: Instant.nullable(),
    /** Until when a link may be used that was sent or made; null for none. */
    linkUntil: Instant.nullable(),
    createdAt: Instant,
    createdBy: z.string(),
  })
  .meta({ id: 'FlashPass' })

export const FlashPassBatch = z
  .object({
    id: Uuid,
    designId: Uuid,
    designName: z.string(),
    total: z.int(),
    createdAt: Instant,
    createdBy: z.string(),
    /** With `enrollmentId`: those of that record. Empty in a list without it. */
    passes: z.array(FlashPass),
  })
  .meta({ id: 'FlashPassBatch' })

const way = {
  designId: Uuid,
  /**
   * The text field that holds the address where the link is mailed to; nothing is mailed without
   * it.
   */
  mailField: FieldName.optional(),
}

export const FlashPassRequest = z
  .object({
    ...way,
    enrollmentIds: z
      .array(Uuid)
      .min(1)
      .max(mostPassesOfBatch, abort)
      .refine(areUnique, 'a record is named twice'),
  })
  .meta({ id: 'FlashPassRequest' })

export const FlashPassResult = z
  .object({
    /** Null when none was issued. */
    batchId: Uuid.nullable(),
    results: z.array(
      z.object({
        enrollmentId: Uuid,
        pass: FlashPass.nullable(),
        /** Why there is none; null where there is one. */
        errorCode: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'FlashPassResult' })

/** 128 random bits. */
const ClaimToken = z
  .string()
  .max(22, abort)
  .regex(/^[A-Za-z0-9_-]{22}$/)

export const FlashPassClaim = z
  .object({ enrollmentId: Uuid, claimToken: ClaimToken })
  .meta({ id: 'FlashPassClaim' })

const path = '/api/web/v1/mobileFlashPass'
const api = { api: 'issuance', actor: 'admin' } as const
const view = {
  ...api,
  needs: ['ENROLLMENTS', 'VIEW'],
  limit: 'read',
  audit: null,
} as const
const issue = { ...api, needs: ['ISSUANCE', 'ADD'], limit: 'heavy', method: 'POST' } as const
const take = { ...api, needs: ['ISSUANCE', 'EDIT'], limit: 'change' } as const
const noBatch = 'ISSUANCE_FLASH_PASS_BATCH_NOT_FOUND'
const noDesign = 'ISSUANCE_FLASH_PASS_DESIGN_NOT_FOUND'
const noRecord = 'ISSUANCE_ENROLLMENT_NOT_FOUND'
const notReady = 'ISSUANCE_FLASH_PASS_NOT_READY'
const badLink = 'ISSUANCE_FLASH_PASS_LINK_INVALID'
const noCredit = 'ISSUANCE_FLASH_PASS_NO_CREDIT'
const walletFailed = 'ISSUANCE_FLASH_PASS_WALLET_FAILED'
const mailed =
  'With `mailField` each is mailed a link, good once and for the hours of `settings/flashpass`, soon after; the log tells what became of it. That takes a proof within the last minutes, as other links do. Issuing takes no credit: claiming does.'

export const listFlashPasses = endpoint({
  ...view,
  method: 'GET',
  path,
  query: z.object({ enrollmentId: Uuid.optional() }),
  answer: z.array(FlashPassBatch),
  errors: [],
  summary: 'Mobile flash passes as they were asked for, the newest first',
  description: 'At most 100 requests; with `enrollmentId` those that had a pass for that record.',
})

export const readFlashPasses = endpoint({
  ...view,
  method: 'GET',
  path: `${path}/:id`,
  params: IdParams,
  answer: FlashPassBatch,
  errors: [noBatch],
  summary: 'Mobile flash passes that were asked for together',
  description: 'Those whose records the caller sees.',
})

export const issueFlashPasses = endpoint({
  ...issue,
  path,
  body: FlashPassRequest,
  answer: FlashPassBatch,
  ordinary: 'issuanceWork',
  errors: [
    noRecord,
    noDesign,
    notReady,
    'ISSUANCE_FLASH_PASS_ACTIVE',
    'ISSUANCE_FLASH_PASS_NOT_ENROLLED',
    'no_contact',
    'step_up_required',
    'invalid_parameters',
  ],
  audit: 'FLASH_PASS_ISSUED',
  summary: 'Issue mobile flash passes for several records',
  description: `All of them or none. A record has one pass at most that is not over. ${mailed}`,
})

export const issueFlashPassesEach = endpoint({
  ...issue,
  path: '/api/web/v2/mobileFlashPass',
  body: FlashPassRequest,
  answer: FlashPassResult,
  ordinary: 'issuanceWork',
  errors: [noRecord, noDesign, notReady, 'step_up_required', 'invalid_parameters'],
  audit: 'FLASH_PASS_ISSUED',
  summary: 'Issue mobile flash passes for several records, each by itself',
  description: `Those that can be issued are; the others say why not. ${mailed}`,
})

export const issueFlashPassesOfMatching = endpoint({
  ...issue,
  path: '/api/web/issuance/enrollments/mfp/issue',
  body: z
    .object({
      ...way,
      ...EnrollmentFilter.omit({ enrollState: true }).shape,
      ...EnrollmentQuery.shape,
      /** Of the answer before, with the same search: goes on after what was looked at. */
      cursor: z.string().max(4000, abort).optional(),
    })
    .meta({ id: 'FlashPassIssueMatching' }),
  answer: z
    .object({
      issued: z.int(),
      /** Had no address, or got a pass by somebody else meanwhile. */
      refused: z.int(),
      /** There are more: ask again, with the cursor. */
      more: z.boolean(),
      /** Null where there are no more. */
      cursor: z.string().nullable(),
    })
    .meta({ id: 'FlashPassesIssued' }),
  ordinary: 'issuanceWork',
  errors: [
    'ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND',
    noDesign,
    notReady,
    'step_up_required',
    'invalid_parameters',
  ],
  audit: 'FLASH_PASS_ISSUED',
  catalogueId: 'post:web.issuance.enrollments.mfp.issue',
  summary: `Issue passes for all records that match, ${mostPassesAtOnce} at a time`,
  description: `Of those that the caller sees: whose record is complete and has no pass. A \`term\` of three letters and more finds 1,000 at most. ${mailed}`,
})

export const cancelFlashPasses = endpoint({
  ...take,
  method: 'DELETE',
  path: `${path}/cancel/:id`,
  params: IdParams,
  answer: FlashPassBatch,
  ordinary: 'issuanceWork',
  errors: [noBatch],
  audit: 'FLASH_PASS_CANCELLED',
  summary: 'Call off the passes of a request that nobody has claimed',
  description: 'Their links end at once. Those in wallets stay: they are revoked one by one.',
})

export const downloadFlashPassLog = endpoint({
  ...view,
  method: 'GET',
  path: `${path}/download/logs/:id`,
  params: IdParams,
  answer: z.string(),
  produces: 'text/plain',
  errors: [noBatch],
  summary: 'What happened to the passes of a request, line by line',
})

export const downloadFlashPassLogTable = endpoint({
  ...view,
  method: 'GET',
  path: '/api/web/v2/mobileFlashPass/download/logs/:id',
  params: IdParams,
  answer: z.string(),
  produces: 'text/csv',
  errors: [noBatch],
  summary: 'What happened to the passes of a request, as a table',
})

export const readFlashPassDownload = endpoint({
  ...issue,
  method: 'GET',
  path: `${path}/downloadUri/:walletType/:enrollmentId`,
  params: z.object({
    walletType: z.enum(walletTypes),
    enrollmentId: Uuid,
  }),
  answer: z
    .object({
      /** Where the wallet of this kind gets the pass, once. */
      downloadUri: z.string(),
      /** A page for people that leads there: nothing is used up by opening it. */
      pageUri: z.string(),
      expiresAt: Instant,
    })
    .meta({ id: 'FlashPassDownload' }),
  sensitive: true,
  errors: [noRecord, 'ISSUANCE_FLASH_PASS_NOT_FOUND', notReady, 'step_up_required'],
  audit: 'FLASH_PASS_LINK_MADE',
  reveals: ['claimToken'],
  summary: 'A new link to the pass of a record',
  description:
    'For a code at the desk, or another way than mail. Whoever has it gets the pass: it takes a proof within the last minutes. Links of before stay good until one is used; of a pass that was claimed already another is made, for a new phone, and takes no further credit.',
})

const claiming = { api: 'issuance', actor: 'public', limit: 'authenticate' } as const

export const readFlashPassClaim = endpoint({
  ...claiming,
  method: 'POST',
  path: `${path}/claim/query`,
  body: FlashPassClaim,
  answer: z
    .object({
      companyName: z.string(),
      /** Of the pass; nothing of its owner is told. */
      title: z.string(),
      wallets: z.array(z.enum(passWallets)),
      expiresAt: Instant,
    })
    .meta({ id: 'FlashPassClaimState' }),
  errors: [badLink, 'account_locked'],
  audit: null,
  summary: 'What a link to a pass is good for',
  description: 'Uses nothing up: programs look into mails before people do.',
})

const appleDownload = {
  path: `${path}/downloads/apple`,
  query: z.object({
    /** `{"enrollmentId":"…","claimToken":"…"}` */
    enrollmentTokenJson: z.string().max(300, abort),
  }),
} as const

const googleDownload = {
  path: `${path}/downloads/google/:enrollmentId/:claimToken`,
  // One that cannot be a token is answered like one that is none.
  params: z.object({ enrollmentId: Uuid, claimToken: z.string().max(100, abort) }),
} as const

/** Programs open links before people do: what a link opens changes nothing. */
const opening = {
  ...claiming,
  method: 'GET',
  redirects: true,
  answer: noContent,
  audit: null,
} as const

export const downloadApplePass = endpoint({
  ...opening,
  ...appleDownload,
  errors: [badLink, 'account_locked'],
  summary: 'Open a link to a pass for Apple Wallet',
  description:
    'Redirects to the page of the link, where a button claims the pass with POST. Changes nothing. A browser is led there with a link that is no longer valid, too: the page says so.',
})

export const downloadGooglePass = endpoint({
  ...opening,
  ...googleDownload,
  errors: [badLink, 'account_locked'],
  summary: 'Open a link to a pass for Google Wallet',
  description:
    'Redirects to the page of the link, where a button claims the pass with POST. Changes nothing. A browser is led there with a link that is no longer valid, too: the page says so.',
})

export const claimApplePass = endpoint({
  ...claiming,
  ...appleDownload,
  method: 'POST',
  answer: z.string(),
  produces: 'application/vnd.apple.pkpass',
  errors: [
    badLink,
    notReady,
    noCredit,
    'ISSUANCE_IMAGE_INVALID',
    'ISSUANCE_DRAWING_TOO_COSTLY',
    'account_locked',
    'too_many_requests',
  ],
  audit: 'FLASH_PASS_CLAIMED',
  summary: 'Claim a pass for Apple Wallet',
  description:
    'Uses up the link, and all others of the pass. The first claim of a pass takes a credit, further ones for another phone or wallet do not. A browser that leaves its page for this call is led back to the page of the link where something fails. The file names `/wallet`, where Apple Wallet registers phones and asks for the pass as it is then, as its web service has it.',
})

export const claimGooglePass = endpoint({
  ...claiming,
  ...googleDownload,
  method: 'POST',
  answer: z
    .object({
      /** Where it is saved to the wallet; at most 1,800 letters. */
      uri: z.string(),
    })
    .meta({ id: 'GooglePassLink' }),
  errors: [badLink, notReady, noCredit, walletFailed, 'account_locked'],
  audit: 'FLASH_PASS_CLAIMED',
  summary: 'Claim a pass for Google Wallet',
  description:
    'The pass is given to Google, and the link names it alone. Uses up the link, and all others of the pass. The first claim of a pass takes a credit, further ones for another phone or wallet do not.',
})
