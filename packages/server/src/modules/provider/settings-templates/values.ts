type Fields = Readonly<Record<string, unknown>>

/** Fields by family of settings. */
export type Values = Record<string, Record<string, unknown>>

/** Without families that have no fields. */
export const plain = (values: Readonly<Record<string, Fields | undefined>>): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([family, fields]) =>
      fields === undefined || Object.keys(fields).length === 0 ? [] : [[family, { ...fields }]],
    ),
  )

/** Later values come before earlier ones, field by field. */
export const laidOver = (...layers: readonly Values[]): Values => {
  const all: Values = {}
  for (const layer of layers) {
    for (const [family, fields] of Object.entries(layer)) {
      all[family] = { ...all[family], ...fields }
    }
  }
  return all
}

/** As the audit log names them: `password.minimumLength`. */
export const flat = (values: Values): Fields =>
  Object.fromEntries(
    Object.entries(values).flatMap(([family, fields]) =>
      Object.entries(fields).map(([field, value]) => [`${family}.${field}`, value]),
    ),
  )

export const countFields = (values: Values): number => Object.keys(flat(values)).length
