import type { Design, Shape } from './document.ts'
import { fieldsInCondition } from './expression/evaluate.ts'
import { namesIn } from './template.ts'

const namesOf = (shape: Shape): readonly string[] => {
  const bound = 'field' in shape && shape.field !== null ? [shape.field] : []
  const filled = 'value' in shape ? namesIn(shape.value) : []
  return [...bound, ...filled, ...fieldsInCondition(shape.when)]
}

/** Every field that a design asks for somewhere: on the card, its stripe, its chip. */
export const namedFields = ({ front, back, magnetic, chip }: Design): ReadonlySet<string> =>
  new Set([
    ...[...front.shapes, ...(back?.shapes ?? [])].flatMap(namesOf),
    ...Object.values(magnetic).flatMap(namesIn),
    ...chip.flatMap(({ value }) => namesIn(value)),
  ])

/** Names that the design asks for and does not declare. */
export const undeclaredFields = (design: Design): readonly string[] => {
  const declared = new Set(design.fields.map(({ name }) => name))
  return [...namedFields(design)].filter((name) => !declared.has(name))
}

/** Words that a record of a holder carries anyway: no field may be called so. */
const reserved = new Set([
  'id',
  'state',
  'version',
  'created',
  'modified',
  'printed',
  'issued',
  'revoked',
  'enrollment id',
  'enrollmentid',
  'print count',
  'printcount',
  'design',
  'group',
  'tenant',
])

/** The first field whose name is taken. */
export const reservedField = <F extends { readonly name: string }>(
  fields: readonly F[],
): string | null => fields.find(({ name }) => reserved.has(name.trim().toLowerCase()))?.name ?? null
