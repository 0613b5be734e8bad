import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, Line, Uuid } from '../kit/schemas.ts'

/** Fewer than the pictures of a card design, so that one fits. */
export const mostCases = 30
/** Letters of all pictures together. */
const mostLetters = 900_000

const Picture = z
  .string()
  .max(700_000, abort)
  .regex(/^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/)

const Case = z
  .object({ value: z.string().trim().min(1).max(200, abort), image: Picture })
  .meta({ id: 'VariableGraphicCase' })

const content = {
  /** The picture of each value; values are compared letter by letter. */
  cases: z.array(Case).min(1).max(mostCases, abort),
  /** Of any other value; null: nothing is printed then. */
  otherwise: Picture.nullable(),
}

export const VariableGraphicSummary = z
  .object({
    id: Uuid,
    name: z.string(),
    /** How many values have a picture. */
    values: z.int(),
    version: z.int(),
    createdAt: Instant,
    modifiedAt: Instant,
    modifiedBy: z.string(),
  })
  .meta({ id: 'VariableGraphicSummary' })

export const VariableGraphic = VariableGraphicSummary.extend(content).meta({
  id: 'VariableGraphic',
})

const areDifferent = (values: readonly string[]): boolean => new Set(values).size === values.length

export const VariableGraphicChange = z
  .object({ name: Line(100), ...content, otherwise: content.otherwise.default(null) })
  .refine(({ cases }) => areDifferent(cases.map(({ value }) => value)), {
    error: 'values are used twice',
    path: ['cases'],
  })
  .refine(
    ({ cases, otherwise }) =>
      cases.reduce((sum, { image }) => sum + image.length, otherwise?.length ?? 0) <= mostLetters,
    { error: 'the pictures are too large together', path: ['cases'] },
  )
  .meta({ id: 'VariableGraphicChange' })

const GraphicId = z.object({ id: Uuid })
const path = '/api/web/issuance/variablegraphics'
const one = `${path}/:id`
const api = { api: 'issuance', actor: 'admin' } as const
const view = {
  ...api,
  needs: ['ENROLLMENTDESIGNS', 'VIEW'],
  orNeeds: [['CREDENTIALDESIGNS', 'VIEW']],
  limit: 'read',
  audit: null,
} as const
const change = { ...api, limit: 'change' } as const
const gone = 'ISSUANCE_VARIABLE_GRAPHIC_NOT_FOUND'
const taken = 'ISSUANCE_VARIABLE_GRAPHIC_EXISTS'
const copied =
  'A card design takes a copy: saved cards stay as they are when the variable graphic is changed or deleted.'

const { add, edit, remove } = callsOn('ENROLLMENTDESIGNS')

export const listVariableGraphics = endpoint({
  ...view,
  method: 'GET',
  path,
  answer: z.array(VariableGraphicSummary),
  errors: [],
  catalogueId: 'get:web.issuance.variablegraphics',
  summary: 'The variable graphics, by name',
  description: 'At most 200, without their pictures.',
})

export const readVariableGraphic = endpoint({
  ...view,
  method: 'GET',
  path: one,
  params: GraphicId,
  answer: VariableGraphic,
  errors: [gone],
  catalogueId: 'get:web.issuance.variablegraphics.id',
  summary: 'One variable graphic with its pictures',
})

export const createVariableGraphic = endpoint({
  ...change,
  ...add,
  orNeeds: [['CREDENTIALDESIGNS', 'ADD']],
  path,
  body: VariableGraphicChange,
  answer: VariableGraphic,
  errors: [taken, 'ISSUANCE_VARIABLE_GRAPHIC_LIMIT_REACHED'],
  audit: 'VARIABLE_GRAPHIC_CREATED',
  catalogueId: 'post:web.issuance.variablegraphics',
  location: '/api/web/issuance/variablegraphics/:id',
  summary: 'Keep pictures that the value of a field chooses between',
  description: copied,
})

export const updateVariableGraphic = endpoint({
  ...change,
  ...edit,
  orNeeds: [['CREDENTIALDESIGNS', 'EDIT']],
  path: one,
  params: GraphicId,
  body: VariableGraphicChange,
  answer: VariableGraphic,
  errors: [gone, taken, 'precondition_failed'],
  audit: 'VARIABLE_GRAPHIC_UPDATED',
  catalogueId: 'put:web.issuance.variablegraphics.id',
  summary: 'Change a variable graphic',
  description: `${copied} Send the ETag that was read as \`If-Match\`.`,
})

export const deleteVariableGraphic = endpoint({
  ...change,
  ...remove,
  orNeeds: [['CREDENTIALDESIGNS', 'REMOVE']],
  path: one,
  params: GraphicId,
  errors: [gone, 'precondition_failed'],
  audit: 'VARIABLE_GRAPHIC_DELETED',
  catalogueId: 'delete:web.issuance.variablegraphics.id',
  summary: 'Delete a variable graphic',
  description: copied,
})
