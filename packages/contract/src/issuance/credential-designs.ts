import { Design, sideNames } from '@signet/card/document'
import { drawnFormats } from '@signet/card/shapes/barcode'
import { templateIds } from '@signet/card/templates'
import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, Line, NameQuery, Uuid } from '../kit/schemas.ts'

const DesignId = z.object({ credentialDesignId: Uuid })
const TemplateParams = z.object({ CredentialDesignTemplateId: z.enum(templateIds) })
const Picture = z
  .string()
  .max(900_000, abort)
  .regex(/^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/)

export const CredentialDesignSummary = z
  .object({
    id: Uuid,
    name: z.string(),
    description: z.string().nullable(),
    /** Counts up with every save; saved versions never change. */
    version: z.int(),
    sides: z.int(),
    fields: z.int(),
    createdAt: Instant,
    modifiedAt: Instant,
    modifiedBy: z.string(),
  })
  .meta({ id: 'CredentialDesignSummary' })

const CredentialDesignVersion = z.object({
  version: z.int(),
  savedAt: Instant,
  savedBy: z.string(),
})

export const CredentialDesign = CredentialDesignSummary.extend({
  design: Design,
  /** The newest first. */
  versions: z.array(CredentialDesignVersion),
}).meta({ id: 'CredentialDesign' })

export const CredentialDesignChange = z
  .object({ name: Line(100), description: Line(500).nullable().default(null), design: Design })
  .meta({ id: 'CredentialDesignChange' })

const CredentialDesignTemplate = z
  .object({ id: z.enum(templateIds), sides: z.int(), fields: z.int() })
  .meta({ id: 'CredentialDesignTemplate' })

const path = '/api/web/issuance/credentialdesigns'
const one = `${path}/:credentialDesignId`
const api = { api: 'issuance', actor: 'admin' } as const
const view = {
  ...api,
  needs: ['CREDENTIALDESIGNS', 'VIEW'],
  limit: 'read',
  audit: null,
} as const
const refusedDesigns = [
  'ISSUANCE_CREDENTIAL_DESIGN_EXISTS',
  'ISSUANCE_CREDENTIAL_DESIGN_INVALID',
  'ISSUANCE_CREDENTIAL_RESERVED_KEYWORD_ERROR',
] as const

const { add, edit, remove } = callsOn('CREDENTIALDESIGNS')

export const listCredentialDesigns = endpoint({
  ...view,
  method: 'GET',
  path,
  query: NameQuery,
  answer: z.array(CredentialDesignSummary),
  errors: [],
  catalogueId: 'get:web.issuance.credentialdesigns',
  summary: 'The credential designs, by name',
  description: 'At most 500.',
})

export const readCredentialDesign = endpoint({
  ...view,
  method: 'GET',
  path: one,
  params: DesignId,
  query: z.object({ version: z.coerce.number().int().min(1).max(1_000_000).optional() }),
  answer: CredentialDesign,
  errors: ['ISSUANCE_CREDENTIAL_DESIGN_NOT_FOUND'],
  catalogueId: 'get:web.issuance.credentialdesigns.credentialDesignId',
  summary: 'One credential design',
  description: 'With `version` as it was saved then; the last 100 versions are named.',
})

export const createCredentialDesign = endpoint({
  ...api,
  ...add,
  path,
  body: CredentialDesignChange,
  answer: CredentialDesign,
  ordinary: 'issuanceWork',
  errors: [...refusedDesigns, 'ISSUANCE_CREDENTIAL_DESIGN_LIMIT_REACHED'],
  audit: 'CREDENTIAL_DESIGN_CREATED',
  catalogueId: 'post:web.issuance.credentialdesigns',
  location: '/api/web/issuance/credentialdesigns/:id',
  summary: 'Create a credential design',
})

export const updateCredentialDesign = endpoint({
  ...api,
  ...edit,
  path: one,
  params: DesignId,
  body: CredentialDesignChange,
  answer: CredentialDesign,
  ordinary: 'issuanceWork',
  errors: [
    ...refusedDesigns,
    'ISSUANCE_CREDENTIAL_DESIGN_NOT_FOUND',
    'ISSUANCE_CREDENTIAL_DESIGN_LIMIT_REACHED',
    'precondition_failed',
  ],
  audit: 'CREDENTIAL_DESIGN_UPDATED',
  catalogueId: 'put:web.issuance.credentialdesigns.credentialDesignId',
  summary: 'Save a credential design as its next version',
  description:
    'Send the ETag that was read as `If-Match`: a design that somebody else saved since is not overwritten.',
})

export const deleteCredentialDesign = endpoint({
  ...api,
  ...remove,
  path: one,
  params: DesignId,
  ordinary: 'issuanceWork',
  errors: [
    'ISSUANCE_CREDENTIAL_DESIGN_NOT_FOUND',
    'ISSUANCE_CREDENTIAL_DESIGN_IN_USE',
    'precondition_failed',
  ],
  audit: 'CREDENTIAL_DESIGN_DELETED',
  catalogueId: 'delete:web.issuance.credentialdesigns.credentialDesignId',
  summary: 'Delete a credential design and all of its versions',
  description: 'One that an enrollment design is about stays.',
})

export const exportCredentialDesign = endpoint({
  ...view,
  method: 'GET',
  path: `${one}/export`,
  params: DesignId,
  answer: z.object({ fileName: z.string(), bundle: z.string() }).meta({ id: 'DesignBundle' }),
  errors: ['ISSUANCE_CREDENTIAL_DESIGN_NOT_FOUND'],
  catalogueId: 'get:web.issuance.credentialdesigns.credentialDesignId.export',
  summary: 'A credential design as a file',
  description: 'Pictures and fonts are inside. The same design is the same text, byte for byte.',
})

export const importCredentialDesign = endpoint({
  ...api,
  ...add,
  path: `${path}/import`,
  body: z
    .object({ bundle: z.string().min(1).max(1_000_000, abort), name: Line(100).optional() })
    .meta({ id: 'DesignImport' }),
  answer: CredentialDesign,
  ordinary: 'issuanceWork',
  errors: [...refusedDesigns, 'ISSUANCE_CREDENTIAL_DESIGN_LIMIT_REACHED'],
  audit: 'CREDENTIAL_DESIGN_IMPORTED',
  catalogueId: 'post:web.issuance.credentialdesigns.import',
  location: '/api/web/issuance/credentialdesigns/:id',
  summary: 'Create a credential design from a file',
  description: 'Without `name` it is called as in the file.',
})

export const listCredentialDesignTemplates = endpoint({
  ...view,
  method: 'GET',
  path: '/api/web/issuance/credentialdesigntemplates',
  answer: z.array(CredentialDesignTemplate),
  errors: [],
  catalogueId: 'get:web.issuance.credentialdesigntemplates',
  summary: 'The designs to begin from',
})

export const readCredentialDesignTemplate = endpoint({
  ...view,
  method: 'GET',
  path: '/api/web/issuance/credentialdesigntemplates/:CredentialDesignTemplateId',
  params: TemplateParams,
  answer: CredentialDesignTemplate.extend({ design: Design }).meta({
    id: 'CredentialDesignTemplateInFull',
  }),
  errors: [],
  catalogueId: 'get:web.issuance.credentialdesigntemplates.CredentialDesignTemplateId',
  summary: 'One design to begin from',
})

const Reason = z
  .object({
    code: z.enum([
      'EMPTY',
      'CHARACTER',
      'LENGTH',
      'CHECK_DIGIT',
      'TOO_LONG',
      'TOO_SMALL',
      'REFUSED',
    ]),
    letter: z.string().optional(),
    at: z.int().optional(),
    found: z.union([z.number(), z.string()]).optional(),
    expected: z.string().optional(),
    most: z.int().optional(),
    neededMm: z.number().optional(),
    message: z.string().optional(),
  })
  .meta({ id: 'BarcodeReason' })

export const drawBarcode = endpoint({
  ...view,
  method: 'POST',
  path: '/api/web/issuance/barcodes',
  body: z
    .object({ format: z.enum(drawnFormats), value: z.string().max(2000, abort) })
    .meta({ id: 'BarcodeRequest' }),
  answer: z
    .object({ svg: z.string().nullable(), reason: Reason.nullable() })
    .meta({ id: 'Barcode' }),
  errors: [],
  catalogueId: 'post:web.issuance.barcodes',
  summary: 'The barcode of a value, or the exact reason why there is none',
})

const transforms = ['crop', 'resize', 'rotate', 'grayscale', 'black'] as const
const Part = z.number().min(0).max(1)

export const transformImage = endpoint({
  ...view,
  limit: 'heavy',
  method: 'POST',
  path: '/api/web/issuance/images/transform/:transformType',
  params: z.object({ transformType: z.enum(transforms) }),
  body: z
    .object({
      image: Picture,
      widthPx: z.int().min(1).max(2000),
      heightPx: z.int().min(1).max(2000),
      /** What is left by `crop`, in parts of the picture. */
      area: z.object({ x: Part, y: Part, width: Part, height: Part }).optional(),
      /** Clockwise, of `rotate`. */
      degrees: z.union([z.literal(90), z.literal(180), z.literal(270)]).default(90),
    })
    .meta({ id: 'ImageTransform' }),
  answer: z
    .object({ image: z.string(), widthPx: z.int(), heightPx: z.int() })
    .meta({ id: 'TransformedImage' }),
  errors: ['ISSUANCE_IMAGE_INVALID', 'ISSUANCE_DRAWING_TOO_COSTLY', 'too_many_requests'],
  catalogueId: 'post:web.issuance.images.transform.transformType',
  summary: 'Crop, scale, turn or reduce a picture to grey or to black',
  description: 'PNG or JPEG comes in, PNG of the wished size goes out.',
})

const Problem = z
  .object({
    side: z.enum(sideNames),
    shape: z.string(),
    code: z.enum(['TEXT_CUT', 'LETTER_MISSING', 'PICTURE_MISSING', 'BARCODE']),
    letters: z.string().optional(),
    reason: Reason.optional(),
  })
  .meta({ id: 'PrintProblem' })

export const previewPrint = endpoint({
  ...view,
  limit: 'heavy',
  method: 'POST',
  path: '/api/web/issuance/printpreview',
  body: z
    .object({
      credentialDesignId: Uuid.optional(),
      /** In the place of a saved one. */
      design: Design.optional(),
      values: z
        .record(z.string().min(1).max(60, abort), z.string().max(900_000, abort))
        .default({}),
      panel: z.enum(['ALL', 'COLOR', 'BLACK']).default('ALL'),
    })
    .refine(
      ({ credentialDesignId, design }) =>
        (credentialDesignId === undefined) !== (design === undefined),
      {
        error: 'name a design or send one',
        path: ['credentialDesignId'],
      },
    )
    .meta({ id: 'PrintPreviewRequest' }),
  answer: z
    .object({
      images: z.array(
        z.object({
          side: z.enum(sideNames),
          widthDots: z.int(),
          heightDots: z.int(),
          /** PNG at 300 dots to the inch, in base64. */
          png: z.string(),
          sha256: z.string(),
        }),
      ),
      problems: z.array(Problem),
      magnetic: z.array(
        z.object({
          track: z.enum(['track1', 'track2', 'track3']),
          text: z.string(),
          fault: z.enum(['CHARACTER', 'TOO_LONG']).nullable(),
        }),
      ),
    })
    .meta({ id: 'PrintPreview' }),
  errors: [
    'ISSUANCE_CREDENTIAL_DESIGN_NOT_FOUND',
    'ISSUANCE_IMAGE_INVALID',
    'ISSUANCE_DRAWING_TOO_COSTLY',
    'too_many_requests',
  ],
  catalogueId: 'post:web.issuance.printpreview',
  summary: 'The sides of a card exactly as they are printed',
})
