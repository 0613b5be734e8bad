import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'

/** So many that none is asked for again before its interval is over, at 15,000 polls a second. */
export const devices = 60_000

/** The device code of a device that nobody has confirmed. */
export const deviceCodeOf = (index: number): string => `bench-device-${index}`.padEnd(43, '-')

/** Waiting devices, made after a real one: its row as the service wrote it. */
export const seedDeviceCodes = async (owner: ClientBase, deviceCode: string): Promise<void> => {
  await owner.query(
    `insert into oidc_tokens select (jsonb_populate_record(t, jsonb_build_object(
      'id', '\\x' || encode(sha256((rpad('bench-device-' || n, 43, '-'))::bytea), 'hex')))).*
    from oidc_tokens t cross join generate_series(0, $2::int - 1) n
    where t.id = $1 on conflict do nothing`,
    [createHash('sha256').update(deviceCode).digest(), devices],
  )
  await owner.query('vacuum analyze oidc_tokens')
}
