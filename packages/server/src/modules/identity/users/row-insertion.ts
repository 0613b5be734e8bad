import { type CompiledQuery, sql } from 'kysely'
import { type Parameter, prepared } from '../../../kit/prepared.ts'

/** PostgreSQL's types of the columns that are written; the others take their defaults. */
type Types<R> = Readonly<{ [K in keyof R & string]?: string }>

/**
 * A statement that inserts rows, of one text whatever their number: an array for each column, taken
 * apart side by side in the select list. PostgreSQL reads that twice as fast as a JSON value.
 */
export const rowInsertion = <R extends object>(
  table: string,
  types: Types<R>,
): ((rows: readonly R[]) => CompiledQuery) => {
  const columns = Object.entries<string | undefined>(types)
  const insert = prepared((db, p: Parameter<Record<string, readonly unknown[]>>) => {
    const names = sql.join(columns.map(([name]) => sql.ref(name)))
    const arrays = columns.map(([name, type]) => sql`unnest(${p(name)}::${sql.raw(`${type}[]`)})`)
    return sql`insert into ${sql.table(table)} (${names}) select ${sql.join(arrays)}`.compile(db)
  })
  return (rows) =>
    insert(
      Object.fromEntries(
        columns.map(([name]) => [name, rows.map((row): unknown => Reflect.get(row, name))]),
      ),
    )
}
