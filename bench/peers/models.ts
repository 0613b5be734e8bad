import type { Adapter, AdapterPayload } from 'oidc-provider'
import type pg from 'pg'

/*
 * The adapter that a first reading of oidc-provider's interface suggests: each call of the library
 * is one statement, each model a row of its own.
 */

export const createModels = async (pool: pg.Pool): Promise<void> => {
  await pool.query(`create table if not exists models (
    kind text not null, id text not null, payload jsonb not null, grant_id text, uid text,
    expires_at timestamptz, consumed_at timestamptz, primary key (kind, id))`)
  await pool.query('create index if not exists models_of_grant on models (grant_id)')
  await pool.query('create index if not exists models_by_uid on models (kind, uid)')
}

const upsertSql = `insert into models (kind, id, payload, grant_id, uid, expires_at)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (kind, id) do update set payload = $3, grant_id = $4, uid = $5, expires_at = $6`

interface Row {
  readonly payload: AdapterPayload
  readonly consumed_at: Date | null
}

const payloadOf = ({ payload, consumed_at: consumedAt }: Row): AdapterPayload =>
  consumedAt === null ? payload : { ...payload, consumed: Math.floor(consumedAt.getTime() / 1000) }

export const modelsOf =
  (pool: pg.Pool) =>
  (kind: string): Adapter => {
    const run = (name: string, text: string, values: unknown[]) =>
      pool.query<Row>({ name, text, values: [kind, ...values] })
    const find = async (column: 'id' | 'uid', value: string) => {
      const { rows } = await run(
        `find by ${column}`,
        `select payload, consumed_at from models
        where kind = $1 and ${column} = $2 and (expires_at is null or expires_at > now())`,
        [value],
      )
      return rows[0] === undefined ? undefined : payloadOf(rows[0])
    }
    return {
      upsert: async (id, payload, seconds) => {
        const end = seconds === undefined ? null : new Date(Date.now() + seconds * 1000)
        const { grantId = null, uid = null } = payload
        await run('upsert', upsertSql, [id, payload, grantId, uid, end])
      },
      find: (id) => find('id', id),
      findByUid: (uid) => find('uid', uid),
      findByUserCode: async () => undefined,
      consume: async (id) => {
        await run('consume', 'update models set consumed_at = now() where kind = $1 and id = $2', [
          id,
        ])
      },
      destroy: async (id) => {
        await run('destroy', 'delete from models where kind = $1 and id = $2', [id])
      },
      revokeByGrantId: async (grantId) => {
        await run('revoke', 'delete from models where kind = $1 and grant_id = $2', [grantId])
      },
    }
  }
