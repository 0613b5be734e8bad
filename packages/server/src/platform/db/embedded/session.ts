import type { PGlite } from '@electric-sql/pglite'
import { runtimeRole } from '../runtime-role.ts'
import type { SessionRole } from './protocol.ts'

const syncMessage = new Uint8Array([0x53, 0, 0, 0, 4])

/** A Query message (protocol chapter "Message Formats"). */
const queryMessage = (sql: string): Uint8Array => {
  const text = Buffer.from(`${sql}\0`)
  const message = new Uint8Array(5 + text.length)
  message[0] = 0x51
  new DataView(message.buffer).setUint32(1, 4 + text.length)
  message.set(text, 5)
  return message
}

const rollback = queryMessage('rollback')
const discard = queryMessage('discard all')
const takeRuntimeRole = queryMessage(`set role ${runtimeRole}`)

const joined = (chunks: readonly Uint8Array[]): Uint8Array => {
  const all = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const chunk of chunks) {
    all.set(chunk, offset)
    offset += chunk.length
  }
  return all
}

/** Sends protocol bytes and returns the answer's bytes. */
export const exchange = async (pglite: PGlite, bytes: Uint8Array): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  await pglite.execProtocolRawStream(bytes, {
    syncToFs: false,
    // The bytes stand in PostgreSQL's memory and are overwritten by the next answer.
    onRawData: (chunk) => chunks.push(chunk.slice()),
  })
  return joined(chunks)
}

/**
 * PGlite is one session that all clients share one after the other: leaves nothing of the last
 * one, whatever state it broke off in.
 */
export const resetSession = async (pglite: PGlite): Promise<void> => {
  for (const message of [syncMessage, rollback, discard]) await exchange(pglite, message)
}

/** PGlite's user is always superuser; the runtime role is taken anew for each client. */
export const takeRole = async (pglite: PGlite, role: SessionRole): Promise<void> => {
  if (role === 'runtime') await exchange(pglite, takeRuntimeRole)
}

/**
 * Runs statements that give no rows as superuser, between two of the client's, whose role is kept:
 * clients may change it themselves.
 */
export const runAsSuperuser = async (
  pglite: PGlite,
  statements: readonly string[],
): Promise<void> => {
  const { rows } = await pglite.query<{ role: string }>(`select current_setting('role') as role`)
  await exchange(pglite, queryMessage('reset role'))
  for (const statement of statements) await exchange(pglite, queryMessage(statement))
  await exchange(pglite, queryMessage(`set role ${rows[0]?.role ?? runtimeRole}`))
}
