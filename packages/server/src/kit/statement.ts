import { CompiledQuery } from 'kysely'

type Values<V> = { readonly [K in keyof V]: unknown }

/**
 * A statement written by hand, for hot paths: its text is made once, and `:name` stands for a value
 * wherever it occurs.
 *
 *     const find = statement<{ id: string }, { name: string }>('select name from t where id = :id')
 *     await ctx.db.executeQuery(find({ id }))
 */
export const statement = <V extends Values<V>, R = unknown>(
  text: string,
): ((values: V) => CompiledQuery<R>) => {
  const names: string[] = []
  // A double colon is PostgreSQL's cast.
  const numbered = text.replace(/(?<!:):([a-z]\w*)/gi, (_, name: string) => {
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}`
  })
  return (values) => {
    const given = new Map<string, unknown>(Object.entries(values))
    return CompiledQuery.raw(
      numbered,
      names.map((name) => given.get(name)),
    )
  }
}
