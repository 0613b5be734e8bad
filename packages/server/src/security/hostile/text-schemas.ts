import { z } from 'zod'
import type { Route } from '../../kit/routes.ts'

/** A text that a caller chooses. */
export interface Text {
  readonly place: string
  /** The whole schema of the place, with what is made of the text. */
  readonly whole: z.core.$ZodType
  readonly schema: z.core.$ZodString
}

/** The parts of a schema, by what leads to them; what is walked already is left out. */
const partsOf = (schema: z.core.$ZodType): readonly (readonly [string, z.core.$ZodType])[] => {
  if (schema instanceof z.core.$ZodObject) {
    return Object.entries<z.core.$ZodType>(schema._zod.def.shape).map(([key, part]) => [
      `.${key}`,
      part,
    ])
  }
  if (schema instanceof z.core.$ZodArray) return [['[]', schema._zod.def.element]]
  if (schema instanceof z.core.$ZodRecord) {
    return [
      ['{key}', schema._zod.def.keyType],
      ['{}', schema._zod.def.valueType],
    ]
  }
  if (schema instanceof z.core.$ZodUnion) {
    return schema._zod.def.options.map((part, at) => [`|${at}`, part])
  }
  if (schema instanceof z.core.$ZodTuple) {
    return schema._zod.def.items.map((part, at) => [`[${at}]`, part])
  }
  if (schema instanceof z.core.$ZodIntersection) {
    return [
      ['', schema._zod.def.left],
      ['', schema._zod.def.right],
    ]
  }
  if (schema instanceof z.core.$ZodPipe) return [['', schema._zod.def.in]]
  if (schema instanceof z.core.$ZodLazy) return [['', schema._zod.def.getter()]]
  const inner = 'innerType' in schema._zod.def ? schema._zod.def.innerType : undefined
  return inner instanceof z.core.$ZodType ? [['', inner]] : []
}

interface Walk {
  readonly place: string
  readonly whole: z.core.$ZodType
  readonly seen: Set<z.core.$ZodType>
}

const textsBelow = (schema: z.core.$ZodType, walk: Walk): readonly Text[] => {
  const { place, whole, seen } = walk
  if (schema instanceof z.core.$ZodString) return [{ place, whole, schema }]
  if (seen.has(schema)) return []
  seen.add(schema)
  return partsOf(schema).flatMap(([name, part]) =>
    textsBelow(part, { seen, place: `${place}${name}`, whole: name === '' ? whole : part }),
  )
}

/** Every text that the inputs of these routes hold. */
export const textsOf = (routes: readonly Route[]): readonly Text[] =>
  routes.flatMap(({ name, endpoint: { params, query, body } }) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      schema === undefined
        ? []
        : textsBelow(schema, { place: `${name} ${part}`, whole: schema, seen: new Set() }),
    ),
  )
