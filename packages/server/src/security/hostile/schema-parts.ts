import { z } from 'zod'

/** The parts of a schema, by what leads to them; what is walked already is left out. */
export const partsOf = (
  schema: z.core.$ZodType,
): readonly (readonly [string, z.core.$ZodType])[] => {
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
