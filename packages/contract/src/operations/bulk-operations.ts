import { abort } from '@signet/rules/abort'
import {
  type BulkKindName,
  bulkKindNames,
  bulkKindOf,
  bulkPartBytes,
  bulkStates,
  mostBulkParts,
} from '@signet/rules/bulk'
import { maximumInteger } from '@signet/rules/numbers'
import { type EntityType, providerEntityTypes } from '@signet/rules/permissions'
import { secretEncodings, tokenLayoutNames } from '@signet/rules/token-layouts'
import { z } from 'zod'
import { TokenTrial, TokenTrialResult, trialText } from '../authenticators/hardware-tokens.ts'
import { UserPageRequest } from '../identity/user-lists.ts'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, Line, noContent, Uuid } from '../kit/schemas.ts'
import { BulkCounts, BulkFileReading, BulkMapping } from './bulk-mapping.ts'

const BulkKind = z.enum(bulkKindNames).meta({ id: 'BulkKind' })

export const BulkOperation = z
  .object({
    id: Uuid,
    kind: BulkKind,
    state: z.enum(bulkStates),
    /** Why it is PAUSED or FAILED; null otherwise. */
    reason: z.string().nullable(),
    /** The line of the file at which it FAILED. */
    reasonLine: z.int().nullable(),
    /** The character of that line, counted from 1. */
    reasonColumn: z.int().nullable(),
    source: z.enum(['FILE', 'USERS', 'OPERATION']),
    fileName: z.string(),
    fileBytes: z.int(),
    /** Parts of the file that have arrived. */
    parts: z.int(),
    format: z.string().nullable(),
    /** Of a text file, by its name in the Encoding Standard. */
    encoding: z.string().nullable(),
    headers: z.array(z.string()),
    mapping: z.array(BulkMapping),
    existing: z.enum(['UPDATE', 'SKIP', 'ERROR']),
    /** What the last dry run found; null before one. */
    checked: BulkCounts.nullable(),
    done: BulkCounts,
    /** From 0 to 100, of the dry run or the work. */
    progressPercent: z.int(),
    /** Whether `operationId` of a new operation may name it, to take it back. */
    reversible: z.boolean(),
    startedBy: z.string(),
    /** When its delegated rights end. */
    grantExpiresAt: Instant.nullable(),
    createdAt: Instant,
    startedAt: Instant.nullable(),
    endedAt: Instant.nullable(),
    version: z.int(),
  })
  .meta({ id: 'BulkOperation' })

/** A column that the tenant has made: an own attribute of users, or a field of an enrollment design. */
export const BulkOwnColumn = z
  .object({
    /** As the mapping names it. */
    column: z.string(),
    /** The attribute's or the field's. */
    name: z.string(),
    /** What is new needs a value of it. */
    required: z.boolean(),
    choices: z.array(z.string()),
  })
  .meta({ id: 'BulkOwnColumn' })

export const BulkPreview = z
  .object({
    operation: BulkOperation,
    /** The first rows; cells that look like secrets are masked. */
    samples: z.array(z.array(z.string())),
    ownColumns: z.array(BulkOwnColumn),
    /** Of token files: whose columns these are, and what is taken for what no column says. */
    tokenLayout: z
      .object({
        name: z.enum(tokenLayoutNames).nullable(),
        algorithmType: z.enum(['OATH_HOTP', 'OATH_TOTP']).nullable(),
        periodSeconds: z.int().nullable(),
        secretEncoding: z.enum(secretEncodings).nullable(),
      })
      .nullable()
      .default(null),
  })
  .meta({ id: 'BulkPreview' })

export const BulkRow = z
  .object({
    line: z.int(),
    /** How the row names its subject. */
    name: z.string(),
    action: z.enum(['CREATE', 'UPDATE', 'DELETE', 'SKIP', 'ERROR']),
    subjectId: z.string().nullable(),
    errorCode: z.string().nullable(),
    column: z.string().nullable(),
    message: z.string().nullable(),
    /** Columns whose values the row does not give, with what is taken for them. */
    assumed: z.array(z.object({ column: z.string(), value: z.string() })).default([]),
  })
  .meta({ id: 'BulkRow' })

export const BulkRows = z
  .object({ results: z.array(BulkRow), nextAfter: z.int().nullable() })
  .meta({ id: 'BulkRows' })

const Filter = UserPageRequest.omit({ limit: true, cursor: true, sortBy: true, descending: true })

export const NewBulkOperation = z
  .object({
    fileName: Line(255).optional(),
    /** Instead of a file: the users that match now. */
    users: Filter.meta({ id: 'BulkUserFilter' }).optional(),
    /** Instead of a file: these users. */
    userIds: z.array(Uuid).min(1).max(100, abort).optional(),
    /** Instead of a file: what another operation of the kind changed, put back as it was. */
    operationId: Uuid.optional(),
    /** Values for all rows, with `users` or `userIds`; with a file, what the kind asks once. */
    values: z.record(z.string().max(64, abort), z.string().max(800, abort)).optional(),
  })
  .meta({ id: 'NewBulkOperation' })

export const BulkPart = z
  .object({
    number: z
      .int()
      .min(0)
      .max(mostBulkParts - 1),
    content: z
      .string()
      .max(Math.ceil(bulkPartBytes / 3) * 4, abort)
      .check(z.base64()),
  })
  .meta({ id: 'BulkPart' })

export const BulkColumns = z
  .object({
    mapping: z.array(BulkMapping).max(250, abort),
    existing: z.enum(['UPDATE', 'SKIP', 'ERROR']).default('ERROR'),
  })
  .meta({ id: 'BulkColumns' })

const begun =
  'For a file: send its parts, then complete it, map its columns, start a dry run, start. With `users` the server takes everyone who matches now, with `userIds` those; with `operationId` it puts back what that operation changed, row by row as it was. All three are ready to start.'

const readAs =
  'Reads Excel workbooks, delimited text (`csv` and the delimiter), LDIF, and JSON: an array of objects, one object a line, a realm export of Keycloak, or exports of Auth0 and Okta. Format and encoding are recognized (byte order mark, else UTF-8 if it is valid, else Windows-1252) and returned in the operation. To read the file differently, call this again with `format` or `encoding`: the mapping is proposed anew. Members of objects within a record are named `outer.inner`; a name with several values has the first one, and all of them in `name (list)`. `line` of a result is the number of the record in JSON.'

/** What a kind asks when it is begun. */
const once = (kind: BulkKindName): string => {
  const asked = bulkKindOf(kind).columns.filter((column) => column.once === true)
  if (asked.length === 0) return ''
  const names = asked.map(
    ({ name, required }) => `\`${name}\`${required ? '' : ' (may be left out)'}`,
  )
  return ` A file of this kind begins with \`values\` of ${names.join(', ')}: one for all rows.`
}

const named = (verb: string, kind: BulkKindName): string => `${verb} ${kind}`

const ofProviders: readonly EntityType[] = providerEntityTypes

/** What the calls of one kind share. */
const sharedBy = (kind: BulkKindName) => {
  const { entity, isCatalogued } = bulkKindOf(kind)
  const path = `/api/web/v1/bulkoperations/${kind}`
  const actor = ofProviders.includes(entity) ? 'provider' : 'admin'
  const admin = { actor, api: 'administration' } as const
  return {
    kind,
    path,
    one: `${path}/:id`,
    view: { ...admin, needs: [entity, 'VIEW'], limit: 'read', audit: null },
    add: { ...admin, needs: [entity, 'ADD'] },
    remove: { ...admin, needs: [entity, 'REMOVE'] },
    catalogued: (id: string) =>
      isCatalogued ? { catalogueId: id.replace('*', `web.v1.bulkoperations.${kind}`) } : {},
  } as const
}

type Shared = ReturnType<typeof sharedBy>

const params = IdParams
const lending =
  'Runs under the rights of the caller: it pauses when they are locked, when their roles change, or after 24 hours, until the credentials are renewed. An operation that is not renewed within 90 days after it paused is deleted with its file and results.'
const gone = ['not_found', 'bulk_invalid_state'] as const

const beginning = ({ catalogued, path, view, add, kind }: Shared) => ({
  listBulk: endpoint({
    ...view,
    ...catalogued('get:*'),
    method: 'GET',
    path,
    answer: z.array(BulkOperation),
    errors: [],
    summary: named('The newest 100 operations of', kind),
  }),
  initialiseBulk: endpoint({
    ...add,
    ...catalogued('post:*'),
    method: 'POST',
    path,
    body: NewBulkOperation,
    answer: BulkOperation,
    limit: 'change',
    ordinary: 'bulkPreparation',
    errors: ['invalid_parameters', 'not_found', 'too_many_bulk_operations'],
    audit: 'BULK_OPERATION_CREATED',
    summary: named('Begin', kind),
    description: `${begun}${once(kind)}`,
  }),
})

const looking = ({ catalogued, one, view, remove, kind }: Shared) => ({
  readBulk: endpoint({
    ...view,
    ...catalogued('get:*.id'),
    method: 'GET',
    path: one,
    params,
    answer: BulkOperation,
    errors: ['not_found'],
    summary: named('One operation with its progress:', kind),
  }),
  removeBulk: endpoint({
    ...remove,
    ...catalogued('delete:*.id'),
    method: 'DELETE',
    path: one,
    params,
    answer: noContent,
    limit: 'change',
    ordinary: 'bulkPreparation',
    errors: [...gone, 'precondition_failed'],
    audit: 'BULK_OPERATION_DELETED',
    summary: named('Delete an operation that is not at work, with its results:', kind),
  }),
})

const putting = { method: 'PUT', params, answer: BulkOperation, limit: 'change' } as const

const working = ({ catalogued, one, add, kind }: Shared) => ({
  startBulk: endpoint({
    ...add,
    ...catalogued('put:*.id.start'),
    ...putting,
    path: `${one}/start`,
    body: z.object({ dryRun: z.boolean().default(false) }).meta({ id: 'BulkStart' }),
    sensitive: true,
    errors: [...gone, 'invalid_parameters', 'precondition_failed'],
    audit: 'BULK_OPERATION_STARTED',
    summary: named('Start, or have a dry run say what would happen:', kind),
    description: lending,
  }),
  cancelBulk: endpoint({
    ...add,
    ...catalogued('put:*.id.cancel'),
    ...putting,
    path: `${one}/cancel`,
    ordinary: 'bulkPreparation',
    errors: [...gone, 'precondition_failed'],
    audit: 'BULK_OPERATION_CANCELLED',
    summary: named('Cancel; rows that are done stay and are listed:', kind),
  }),
  renewBulkCredentials: endpoint({
    ...add,
    ...catalogued('put:*.id.renewcredentials'),
    ...putting,
    path: `${one}/renewcredentials`,
    sensitive: true,
    errors: [...gone, 'precondition_failed'],
    audit: 'BULK_OPERATION_RENEWED',
    summary: named('Give it the caller’s rights for another 24 hours, and continue:', kind),
  }),
})

const sending = ({ one, add, kind }: Shared) => ({
  sendBulkPart: endpoint({
    ...add,
    method: 'POST',
    path: `${one}/parts`,
    params,
    body: BulkPart,
    answer: noContent,
    limit: 'read',
    errors: gone,
    audit: null,
    summary: named('Store one part of the file:', kind),
    description:
      'Every part but the last holds 524,288 bytes, in Base64. A part sent again replaces the former one.',
  }),
  completeBulkFile: endpoint({
    ...add,
    method: 'POST',
    path: `${one}/file`,
    params,
    answer: BulkPreview,
    limit: 'change',
    query: BulkFileReading,
    ordinary: 'bulkPreparation',
    errors: [...gone, 'bulk_file_invalid'],
    audit: 'BULK_OPERATION_UPLOADED',
    summary: named('The file is complete: read its beginning and propose a mapping:', kind),
    description: readAs,
  }),
})

const telling = ({ one, view, add, kind }: Shared) => ({
  mapBulkColumns: endpoint({
    ...add,
    method: 'PUT',
    path: `${one}/columns`,
    params,
    body: BulkColumns,
    answer: BulkOperation,
    limit: 'change',
    ordinary: 'bulkPreparation',
    errors: [...gone, 'invalid_parameters', 'precondition_failed'],
    audit: 'BULK_OPERATION_MAPPED',
    summary: named('Say which column of the file means what:', kind),
  }),
  listBulkRows: endpoint({
    ...view,
    method: 'GET',
    path: `${one}/rows`,
    params,
    query: z.object({
      after: z.int().min(0).max(maximumInteger).default(0),
      only: z.enum(['ALL', 'ERROR']).default('ALL'),
    }),
    answer: BulkRows,
    errors: ['not_found'],
    summary: named('What became of the rows, some hundreds from a line on:', kind),
  }),
  downloadBulkResult: endpoint({
    ...view,
    limit: 'change',
    method: 'GET',
    path: `${one}/result`,
    params,
    answer: z.string(),
    produces: 'text/csv',
    errors: ['not_found'],
    summary: named('The result of every row as a CSV file:', kind),
    description: 'Cells that a spreadsheet would run as a formula begin with an apostrophe.',
  }),
})

/** The calls of one kind of bulk operation. */
export const bulkCalls = (kind: BulkKindName) => {
  const shared = sharedBy(kind)
  return {
    ...beginning(shared),
    ...looking(shared),
    ...working(shared),
    ...sending(shared),
    ...telling(shared),
  }
}

export const listBulkOperations = endpoint({
  actor: 'admin',
  needs: ['BULKUSERS', 'VIEW'],
  orNeeds: [
    ['BULKGROUPS', 'VIEW'],
    ['BULKHARDWARETOKENS', 'VIEW'],
    ['BULKIDENTITYGUARD', 'VIEW'],
    ['BULKENROLLMENTS', 'VIEW'],
    ['BULKSMARTCARDS', 'VIEW'],
  ],
  limit: 'read',
  audit: null,
  method: 'GET',
  path: '/api/web/v1/bulkoperations',
  answer: z.array(BulkOperation),
  errors: [],
  summary: 'The newest 100 operations of the kinds that the caller may see',
})

export const tryBulkToken = endpoint({
  actor: 'admin',
  needs: ['BULKHARDWARETOKENS', 'ADD'],
  method: 'POST',
  path: '/api/web/v1/bulkoperations/importhardwaretokens/:id/trial',
  params,
  body: TokenTrial,
  answer: TokenTrialResult,
  errors: ['not_found', 'bulk_invalid_state', 'bulk_file_invalid', 'invalid_parameters'],
  audit: null,
  limit: 'heavy',
  summary: 'Try a code of one token of an uploaded file before it is imported',
  description: `${trialText} The serial number is looked for in the first 20,000 rows.`,
})
