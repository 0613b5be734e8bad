import { hash } from '@node-rs/argon2'
import type pg from 'pg'

export const password = 'correct horse battery staple'
export const userIdOf = (index: number): string => `user-${index}`

const count = 1000
const parameters = {
  memoryCost: process.env.CHEAP ? 8 : 19_456,
  timeCost: process.env.CHEAP ? 1 : 2,
  parallelism: 1,
  outputLen: 32,
} as const

/** The stored hash of a user; undefined for an unknown one. */
export type FindHash = (userId: string) => Promise<string | undefined>

export const accountsInMemory = async (): Promise<FindHash> => {
  const stored = await hash(password, parameters)
  const known = new Set(Array.from({ length: count }, (_, index) => userIdOf(index)))
  return async (userId) => (known.has(userId) ? stored : undefined)
}

export const accountsInPostgres = async (pool: pg.Pool): Promise<FindHash> => {
  const stored = await hash(password, parameters)
  await pool.query('create table if not exists accounts (id text primary key, hash text not null)')
  await pool.query(
    `insert into accounts select 'user-' || n, $1 from generate_series(0, $2) n
      on conflict do nothing`,
    [stored, count - 1],
  )
  return async (userId) => {
    const { rows } = await pool.query<{ hash: string }>({
      name: 'account',
      text: 'select hash from accounts where id = $1',
      values: [userId],
    })
    return rows[0]?.hash
  }
}
