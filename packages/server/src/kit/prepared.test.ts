import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type Parameter, prepared } from './prepared.ts'

interface Wanted {
  readonly tenantId: string
  readonly name: string | null
}

it('makes the text once and puts the values of each call in their places', () => {
  let built = 0
  const find = prepared((db, p: Parameter<Wanted>) => {
    built += 1
    return db
      .selectFrom('roles')
      .select('id')
      .where('tenant_id', '=', p('tenantId'))
      .where('name_key', '=', p('name'))
      .where('built_in', '=', 'auditor')
      .compile()
  })
  const first = find({ tenantId: 'a', name: 'one' })
  const second = find({ tenantId: 'b', name: null })
  expect(built).toBe(1)
  expect(second.sql).toBe(first.sql)
  expect(first.parameters).toEqual(['a', 'one', 'auditor'])
  expect(second.parameters).toEqual(['b', null, 'auditor'])
})

it('takes a value as often as the text asks for it', () => {
  const twice = prepared((db, p: Parameter<{ readonly at: Date }>) =>
    sql`select ${p('at')}, ${p('at')}`.compile(db),
  )
  const at = new Date(0)
  expect(twice({ at }).parameters).toEqual([at, at])
})
