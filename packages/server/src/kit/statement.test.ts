import { expect, it } from 'vitest'
import { statement } from './statement.ts'

it('numbers names by their first place and gives each value once', () => {
  const find = statement<{ id: string; at: Date }>(
    'select :id::uuid, :at::timestamptz from t where id = :id',
  )
  const at = new Date(0)
  const { sql, parameters } = find({ at, id: 'x' })
  expect(sql).toBe('select $1::uuid, $2::timestamptz from t where id = $1')
  expect(parameters).toEqual(['x', at])
})
