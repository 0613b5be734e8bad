import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoint } from '@signet/contract/kit/endpoint'
import { bulkCalls } from '@signet/contract/operations/bulk-operations'
import { bulkPartBytes } from '@signet/rules/bulk'
import { expectStatus } from '../load/http.ts'
import type { Administrator } from './administration.ts'

const calls = bulkCalls('importusers')
const pollMillis = 250

const send = async (
  { http, token }: Administrator,
  { method, path }: Pick<Endpoint, 'path'> & { readonly method: 'GET' | 'POST' | 'PUT' },
  { id = '', body }: { readonly id?: string; readonly body?: unknown },
): Promise<string> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const asked = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
  const answer = await http.ask(path.replace(':id', id), asked)
  return expectStatus(answer, answer.status === 204 ? 204 : 200).text
}

/** Sends a file in parts, each full but the last, as it comes. */
const upload = async (
  administrator: Administrator,
  id: string,
  file: Iterable<string>,
): Promise<void> => {
  let rest = Buffer.alloc(0)
  let number = 0
  const store = async (part: Buffer): Promise<void> => {
    const body = { number, content: part.toString('base64') }
    await send(administrator, calls.sendBulkPart, { id, body })
    number += 1
  }
  for (const text of file) {
    rest = Buffer.concat([rest, Buffer.from(text)])
    while (rest.length > bulkPartBytes) {
      await store(rest.subarray(0, bulkPartBytes))
      rest = rest.subarray(bulkPartBytes)
    }
  }
  await store(rest)
}

type Operation = ReturnType<typeof calls.readBulk.answer.parse>

const ended = async (administrator: Administrator, id: string): Promise<Operation> => {
  for (;;) {
    const read = calls.readBulk.answer.parse(
      JSON.parse(await send(administrator, calls.readBulk, { id })),
    )
    if (read.endedAt !== null || read.state === 'PAUSED') return read
    await sleep(pollMillis)
  }
}

/** Begins an import as an administrator does: upload, mapping as proposed, start. Its id. */
export const beginImport = async (
  administrator: Administrator,
  file: Iterable<string>,
): Promise<string> => {
  const body = { fileName: 'people.csv' }
  const made = await send(administrator, calls.initialiseBulk, { body })
  const { id } = calls.initialiseBulk.answer.parse(JSON.parse(made))
  await upload(administrator, id, file)
  await send(administrator, calls.completeBulkFile, { id })
  await send(administrator, calls.startBulk, { id, body: { dryRun: false } })
  return id
}

/** Ends an import that is at work. @throws Error when it has ended by itself */
export const cancelImport = async (administrator: Administrator, id: string): Promise<void> => {
  await send(administrator, calls.cancelBulk, { id })
}

/**
 * Imports a file, until it has ended.
 * @throws Error when a row was not created
 */
export const importUsers = async (
  administrator: Administrator,
  file: Iterable<string>,
  rows: number,
): Promise<void> => {
  const id = await beginImport(administrator, file)
  const { state, done } = await ended(administrator, id)
  if (state !== 'COMPLETED' || done.changed !== rows) {
    throw new Error(`${state}: ${done.changed} of ${rows} created, ${done.failed} failed`)
  }
}
