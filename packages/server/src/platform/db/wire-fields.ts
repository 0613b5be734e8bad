import type { z } from 'zod'

/** The column that holds a field of the wire: `created_at` of `createdAt`. */
type Column<Field, Name extends string = ''> = Field extends `${infer Letter}${infer Rest}`
  ? Column<Rest, `${Name}${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}`>
  : Name

type Columns<Wire> = { readonly [Field in keyof Wire as Column<Field>]: Wire[Field] }

const columnOf = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * Shows a row as a schema of the wire names it: each field is the column of its name. Columns that are
 * no fields stay behind; a field without a column does not compile.
 */
export const fieldsOf = <S extends z.ZodObject>(schema: S) => {
  const names = Object.keys(schema.shape).map((field) => [field, columnOf(field)] as const)
  return (row: Columns<z.input<S>>): z.input<S> => {
    const fields = names.map(([field, column]) => [field, Reflect.get(row, column)])
    return Object.fromEntries(fields)
  }
}
