import { z } from 'zod'
import type { Route } from '../../kit/routes.ts'
import { partsOf } from './schema-parts.ts'

/** A text that a caller chooses. */
export interface Text {
  readonly place: string
  /** The whole schema of the place, with what is made of the text. */
  readonly whole: z.core.$ZodType
  readonly schema: z.core.$ZodString
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
