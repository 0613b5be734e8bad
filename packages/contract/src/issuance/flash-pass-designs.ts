import { drawnFormats } from '@signet/card/shapes/barcode'
import { Colour, FieldName, Template } from '@signet/card/shapes/frame'
import { abort } from '@signet/rules/abort'
import { mostOfPosition, passPositions, passWallets } from '@signet/rules/flash-passes'
import { areUnique } from '@signet/rules/lists'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, Line, Uuid } from '../kit/schemas.ts'

/** PNG or JPEG as a `data:` URL, at most some 100,000 bytes. */
export const PassLogo = z
  .string()
  .max(140_000, abort)
  .regex(/^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/)

export const FlashPassField = z
  .object({
    position: z.enum(passPositions),
    label: Line(40),
    /** With the names of fields in braces: `{First name} {Last name}`. */
    value: Template.min(1),
  })
  .meta({ id: 'FlashPassField' })
type Field = z.output<typeof FlashPassField>

const isWithinPositions = (fields: readonly Field[]): boolean =>
  passPositions.every(
    (position) =>
      fields.filter((field) => field.position === position).length <= mostOfPosition[position],
  )

/** What a pass shows. */
const content = {
  wallets: z
    .array(z.enum(passWallets))
    .min(1)
    .max(2, abort)
    .refine(areUnique, 'a wallet is named twice'),
  /** Beside the logo. */
  title: Line(40),
  backgroundColour: Colour,
  textColour: Colour,
  labelColour: Colour,
  logo: PassLogo.nullable(),
  fields: z
    .array(FlashPassField)
    .min(1)
    .max(25, abort)
    .refine(isWithinPositions, 'more than a wallet shows there'),
  barcodeFormat: z.enum([...drawnFormats, 'None']),
  barcodeValue: Template,
  /** The field with the photo that stands on the pass; null for none. */
  photoField: FieldName.nullable(),
  /** Days from claiming to the end of the pass; null: it ends only when it is revoked. */
  validDays: z.int().min(1).max(3650).nullable(),
}

const Saved = z.object({
  id: Uuid,
  name: z.string(),
  description: z.string().nullable(),
  /** The number in its ETag. */
  version: z.int(),
  workflowId: Uuid,
  workflowName: z.string(),
  createdAt: Instant,
  modifiedAt: Instant,
  modifiedBy: z.string(),
})

export const FlashPassDesign = Saved.extend({
  ...content,
  /** Wallets that leave the barcode out: Apple's knows no CODE 39 and no EAN 13. */
  withoutBarcode: z.array(z.enum(passWallets)),
  /** Names in braces that the enrollment design does not have: they stay empty on the pass. */
  unknownFields: z.array(z.string()),
}).meta({ id: 'FlashPassDesign' })

export const FlashPassDesignSummary = FlashPassDesign.pick({
  id: true,
  name: true,
  description: true,
  version: true,
  workflowId: true,
  workflowName: true,
  wallets: true,
  createdAt: true,
  modifiedAt: true,
  modifiedBy: true,
}).meta({ id: 'FlashPassDesignSummary' })

export const FlashPassDesignChange = z
  .object({
    name: Line(100),
    description: Line(500).nullable().default(null),
    workflowId: Uuid,
    ...content,
    logo: content.logo.default(null),
    barcodeValue: content.barcodeValue.default(''),
    photoField: content.photoField.default(null),
    validDays: content.validDays.default(null),
  })
  .meta({ id: 'FlashPassDesignChange' })

export const PassCredits = z
  .object({
    /** What is left; null where nothing is limited. Left out with `credits=false`. */
    credits: z.int().nullable().optional(),
    /** The day after which none may be taken; null for none. Left out with `expiry=false`. */
    expiry: z.string().nullable().optional(),
  })
  .meta({ id: 'FlashPassCredits' })

const DesignId = z.object({ mobileFlashPassDesignId: Uuid })
const path = '/api/web/issuance/mobileflashpassdesigns'
const one = `${path}/:mobileFlashPassDesignId`
const api = { api: 'issuance', actor: 'admin' } as const
const view = {
  ...api,
  needs: ['CREDENTIALDESIGNS', 'VIEW'],
  orNeeds: [['ENROLLMENTS', 'VIEW']],
  limit: 'read',
  audit: null,
} as const
const gone = 'ISSUANCE_FLASH_PASS_DESIGN_NOT_FOUND'
const refused = [
  'ISSUANCE_FLASH_PASS_DESIGN_EXISTS',
  'ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND',
  'rights_not_held',
] as const
/** With `fields` only those leave, and `id`. */
const Fields = z.object({ fields: z.string().max(500, abort).optional() })
const Flag = z.enum(['true', 'false']).default('true')

const { add, edit, remove } = callsOn('CREDENTIALDESIGNS')

export const listFlashPassDesigns = endpoint({
  ...view,
  method: 'GET',
  path,
  answer: z.array(FlashPassDesign),
  errors: [],
  catalogueId: 'get:web.issuance.mobileflashpassdesigns',
  summary: 'The designs of mobile flash passes in full, by name',
  description: 'At most 100, without their logos.',
})

export const summarizeFlashPassDesigns = endpoint({
  ...view,
  method: 'GET',
  path: `${path}/summary`,
  answer: z.array(FlashPassDesignSummary),
  errors: [],
  catalogueId: 'get:web.issuance.mobileflashpassdesigns.summary',
  summary: 'The designs of mobile flash passes as lists show them, by name',
})

export const readFlashPassCredits = endpoint({
  ...view,
  method: 'GET',
  path: `${path}/credits`,
  query: z.object({ credits: Flag, expiry: Flag }),
  answer: PassCredits,
  errors: [],
  catalogueId: 'get:web.issuance.mobileflashpassdesigns.credits',
  summary: 'How many passes may still be claimed, and until when',
  description:
    'A credit is taken when a pass is claimed, not when its link is sent, and once for both wallets. An account without entitlements is not limited.',
})

export const readDefaultPassFields = endpoint({
  ...view,
  method: 'GET',
  path: `${path}/defaultfields`,
  query: z.object({ workflowId: Uuid }),
  answer: z
    .object({
      fields: z.array(FlashPassField),
      barcodeValue: z.string(),
      photoField: z.string().nullable(),
    })
    .meta({ id: 'DefaultPassFields' }),
  errors: ['ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND'],
  catalogueId: 'get:web.issuance.mobileflashpassdesigns.defaultfields',
  summary: 'What a new pass shows of an enrollment design',
  description:
    'Its first two texts stand at the front, the next four below them, the first with a value of its own is the barcode, the first photo is the photo.',
})

export const createFlashPassDesign = endpoint({
  ...api,
  ...add,
  path,
  body: FlashPassDesignChange,
  answer: FlashPassDesign,
  ordinary: 'issuanceWork',
  errors: [...refused, 'ISSUANCE_FLASH_PASS_DESIGN_LIMIT_REACHED'],
  audit: 'FLASH_PASS_DESIGN_CREATED',
  catalogueId: 'post:web.issuance.mobileflashpassdesigns',
  location: '/api/web/issuance/mobileflashpassdesigns/:id',
  versioned: true,
  summary: 'Create a design of mobile flash passes',
  description:
    '`validDays` counts from the day that a pass is claimed, for passes that are claimed from now on.',
})

export const readFlashPassDesign = endpoint({
  ...view,
  method: 'GET',
  path: one,
  params: DesignId,
  query: Fields,
  answer: FlashPassDesign.partial().required({ id: true }),
  errors: [gone],
  catalogueId: 'get:web.issuance.mobileflashpassdesigns.mobileFlashPassDesignId',
  versioned: true,
  summary: 'One design of mobile flash passes',
  description: 'With `fields`, names separated by commas, only those and `id`.',
})

export const updateFlashPassDesign = endpoint({
  ...api,
  ...edit,
  path: one,
  params: DesignId,
  query: Fields,
  body: FlashPassDesignChange,
  answer: FlashPassDesign.partial().required({ id: true }),
  ordinary: 'issuanceWork',
  errors: [...refused, gone, 'precondition_failed'],
  audit: 'FLASH_PASS_DESIGN_UPDATED',
  catalogueId: 'put:web.issuance.mobileflashpassdesigns.mobileFlashPassDesignId',
  summary: 'Change a design of mobile flash passes',
  description: `Send the ETag that was read as \`If-Match\`: what somebody else saved since is not overwritten. The answer has what \`fields\` names. \`validDays\` holds for passes that are claimed from then on.`,
})

export const deleteFlashPassDesign = endpoint({
  ...api,
  ...remove,
  path: one,
  params: DesignId,
  query: Fields,
  ordinary: 'issuanceWork',
  errors: [gone, 'ISSUANCE_FLASH_PASS_DESIGN_IN_USE', 'precondition_failed', 'rights_not_held'],
  audit: 'FLASH_PASS_DESIGN_DELETED',
  catalogueId: 'delete:web.issuance.mobileflashpassdesigns.mobileFlashPassDesignId',
  summary: 'Delete a design that no pass was issued with',
  description: 'There is nothing to answer: `fields` is taken and changes nothing.',
})

export const sendPassSample = endpoint({
  ...api,
  ...edit,
  limit: 'heavy',
  method: 'POST',
  path: `${path}/:designId/sendsample`,
  params: z.object({ designId: Uuid }),
  body: z.object({ wallet: z.enum(passWallets) }).meta({ id: 'PassSampleRequest' }),
  answer: z
    .object({
      fileName: z.string().nullable(),
      /** For Apple Wallet: the signed `.pkpass`, in base64. */
      file: z.string().nullable(),
      /** For Google Wallet: where it is saved. */
      uri: z.string().nullable(),
    })
    .meta({ id: 'PassSample' }),
  ordinary: 'issuanceWork',
  errors: [
    gone,
    'ISSUANCE_FLASH_PASS_NOT_READY',
    'ISSUANCE_FLASH_PASS_WALLET_FAILED',
    'ISSUANCE_IMAGE_INVALID',
    'ISSUANCE_DRAWING_TOO_COSTLY',
    'too_many_requests',
  ],
  audit: 'FLASH_PASS_SAMPLE_SENT',
  catalogueId: 'post:web.issuance.mobileflashpassdesigns.designId.sendsample',
  summary: 'Sign a sample of a design',
  description:
    'It goes to the caller alone, in the answer. It shows values of nobody, is marked as void in Apple Wallet and as over in Google Wallet, and takes no credit. Google shows neither logo nor photo: they would have to stand at public addresses.',
})
