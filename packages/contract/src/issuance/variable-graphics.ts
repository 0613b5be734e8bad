import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { crudAt } from '../kit/crud-at.ts'
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

const taken = 'ISSUANCE_VARIABLE_GRAPHIC_EXISTS'
const { list, read, create, update, remove } = crudAt('/api/web/issuance/variablegraphics', {
  entity: 'ENROLLMENTDESIGNS',
  api: 'issuance',
  answer: VariableGraphic,
  action: 'VARIABLE_GRAPHIC',
  missing: 'ISSUANCE_VARIABLE_GRAPHIC_NOT_FOUND',
  taken,
})
const copied =
  'A card design takes a copy: saved cards stay as they are when the variable graphic is changed or deleted.'

export const listVariableGraphics = endpoint({
  ...list,
  orNeeds: [['CREDENTIALDESIGNS', 'VIEW']],
  answer: z.array(VariableGraphicSummary),
  catalogueId: 'get:web.issuance.variablegraphics',
  summary: 'The variable graphics, by name',
  description: 'At most 200, without their pictures.',
})

export const readVariableGraphic = endpoint({
  ...read,
  orNeeds: [['CREDENTIALDESIGNS', 'VIEW']],
  catalogueId: 'get:web.issuance.variablegraphics.id',
  summary: 'One variable graphic with its pictures',
})

export const createVariableGraphic = endpoint({
  ...create,
  orNeeds: [['CREDENTIALDESIGNS', 'ADD']],
  body: VariableGraphicChange,
  ordinary: 'issuanceWork',
  errors: [taken, 'ISSUANCE_VARIABLE_GRAPHIC_LIMIT_REACHED'],
  catalogueId: 'post:web.issuance.variablegraphics',
  summary: 'Keep pictures that the value of a field chooses between',
  description: copied,
})

export const updateVariableGraphic = endpoint({
  ...update,
  orNeeds: [['CREDENTIALDESIGNS', 'EDIT']],
  body: VariableGraphicChange,
  ordinary: 'issuanceWork',
  catalogueId: 'put:web.issuance.variablegraphics.id',
  summary: 'Change a variable graphic',
  description: `${copied} Send the ETag that was read as \`If-Match\`.`,
})

export const deleteVariableGraphic = endpoint({
  ...remove,
  orNeeds: [['CREDENTIALDESIGNS', 'REMOVE']],
  ordinary: 'issuanceWork',
  catalogueId: 'delete:web.issuance.variablegraphics.id',
  summary: 'Delete a variable graphic',
  description: copied,
})
