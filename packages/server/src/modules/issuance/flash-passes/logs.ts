import type { Context } from '../../../kit/context.ts'
import { Streamed } from '../../../kit/routes.ts'
import { csvLine } from '../../../platform/csv.ts'
import { listLines } from './flash-passes.repository.ts'
import { batchOrNotFound } from './flash-passes.service.ts'

/** A line of the log tells of one thing: a title may not begin another. */
const onOneLine = (title: string): string =>
  title.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')

const head = ['at', 'position', 'title', 'event', 'detail']

const linesOf = async (ctx: Context, id: string): Promise<readonly (readonly string[])[]> => {
  const { passes } = await batchOrNotFound(ctx, id)
  const byId = new Map(passes.map((pass) => [pass.id, pass]))
  const lines = await listLines(ctx, [...byId.keys()])
  return lines.flatMap(({ pass_id, at, event, detail }) => {
    const pass = byId.get(pass_id)
    if (pass === undefined) return []
    return [[at.toISOString(), String(pass.position), onOneLine(pass.title), event, detail]]
  })
}

/** @throws ISSUANCE_FLASH_PASS_BATCH_NOT_FOUND */
export const logAsText = async (ctx: Context, id: string): Promise<Streamed> =>
  new Streamed(
    'flash-pass-log.txt',
    (await linesOf(ctx, id)).map((line) => `${line.join('  ')}\r\n`),
  )

/** @throws ISSUANCE_FLASH_PASS_BATCH_NOT_FOUND */
export const logAsTable = async (ctx: Context, id: string): Promise<Streamed> =>
  new Streamed('flash-pass-log.csv', [head, ...(await linesOf(ctx, id))].map(csvLine))
