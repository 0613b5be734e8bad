import type { CompiledQuery } from 'kysely'
import type { TenantDb } from '../platform/db/database.ts'
import { createHandle } from '../platform/db/handle.ts'
import type { Tables } from '../platform/db/schema.ts'

/** Stands where a value will be. */
class Placeholder {
  readonly name: PropertyKey

  constructor(name: PropertyKey) {
    this.name = name
  }
}

/** Marks the place of a value of a prepared query. */
export type Parameter<V> = <K extends keyof V>(name: K) => V[K]

const compilesOnly: TenantDb = createHandle<Tables>(() =>
  Promise.reject(new Error('a prepared query is run by the caller')),
)

/**
 * A query whose text is made once: for hot paths, where building and compiling a query costs as
 * much as running it. `build` runs on the first use, so it must not look at the values.
 *
 *     const find = prepared((db, p: Parameter<{ id: string }>) =>
 *       db.selectFrom('users').selectAll().where('id', '=', p('id')).compile())
 *     await ctx.db.executeQuery(find({ id }))
 */
export const prepared = <V extends object, R>(
  build: (db: TenantDb, parameter: Parameter<V>) => CompiledQuery<R>,
): ((values: V) => CompiledQuery<R>) => {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the builder only carries the value along: what it carries is a placeholder of that value
  const parameter: Parameter<V> = (name) => new Placeholder(name) as unknown as V[typeof name]
  let known: CompiledQuery<R> | null = null
  return (values) => {
    known ??= build(compilesOnly, parameter)
    const parameters = known.parameters.map((value): unknown =>
      value instanceof Placeholder ? Reflect.get(values, value.name) : value,
    )
    return { sql: known.sql, query: known.query, queryId: known.queryId, parameters }
  }
}
