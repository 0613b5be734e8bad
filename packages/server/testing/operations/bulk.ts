import { bulkCalls } from '@signet/contract/operations/bulk-operations'
import { type BulkKindName, bulkPartBytes } from '@signet/rules/bulk'
import { workOnBulkOperation } from '../../src/app/bulk-work.ts'
import type { Context } from '../../src/kit/context.ts'
import { systemContext } from '../../src/kit/create-context.ts'
import type { Answer, Call } from '../call.ts'
import type { TestApp } from '../test-app.ts'

/** Drives bulk operations of one kind over HTTP, as one administrator. */
export interface BulkDriver {
  readonly calls: ReturnType<typeof bulkCalls>
  /** Uploads a file and has it read; the answer of that. */
  readonly upload: (
    content: string | Buffer,
    values?: Readonly<Record<string, string>>,
  ) => Promise<Answer & { readonly id: string }>
  readonly map: (id: string, body: object) => Promise<Answer>
  readonly start: (id: string, body?: object) => Promise<Answer>
  readonly read: (id: string) => Promise<Answer>
  readonly rows: (id: string) => Promise<readonly Record<string, unknown>[]>
}

const results = (answer: Answer): readonly Record<string, unknown>[] =>
  Array.isArray(answer.body.results) ? answer.body.results : []

export const bulkDriver = (kind: BulkKindName, call: Call, as: string): BulkDriver => {
  const calls = bulkCalls(kind)
  const on = (id: string) => ({ as, params: { id } })
  return {
    calls,
    upload: async (content, values) => {
      const begun = { fileName: 'people.csv', values }
      const made = await call(calls.initialiseBulk, { as, body: begun })
      const id = String(made.body.id)
      const bytes = Buffer.from(content)
      for (let number = 0; number * bulkPartBytes < bytes.length; number += 1) {
        const part = bytes.subarray(number * bulkPartBytes, (number + 1) * bulkPartBytes)
        const body = { number, content: part.toString('base64') }
        await call(calls.sendBulkPart, { ...on(id), body })
      }
      return { ...(await call(calls.completeBulkFile, on(id))), id }
    },
    map: (id, body) => call(calls.mapBulkColumns, { ...on(id), body }),
    start: (id, body = {}) => call(calls.startBulk, { ...on(id), body }),
    read: (id) => call(calls.readBulk, on(id)),
    rows: async (id) => {
      const all: Record<string, unknown>[] = []
      for (let after: unknown = 0; typeof after === 'number'; ) {
        const page = await call(calls.listBulkRows, { ...on(id), query: { after } })
        all.push(...results(page))
        after = page.body.nextAfter
      }
      return all
    },
  }
}

const work = (
  { platform, tenant }: Pick<TestApp, 'platform' | 'tenant'>,
  { id, signal }: { readonly id: string; readonly signal: AbortSignal },
): Promise<void> => {
  const ctx: Context = systemContext(platform, { tenant, name: 'job:bulk-operations' })
  return workOnBulkOperation(ctx, { content: { id }, signal, isLast: false })
}

/** Works on an operation as a job of the queue would, to its end or its next stop. */
export const workOn = (test: Pick<TestApp, 'platform' | 'tenant'>, id: string): Promise<void> =>
  work(test, { id, signal: new AbortController().signal })

interface RunWanted {
  readonly kind: BulkKindName
  readonly as: string
  readonly content: string | Buffer
  readonly existing?: 'UPDATE' | 'SKIP' | 'ERROR'
  readonly dryRun?: boolean
  /** What the kind asks once. */
  readonly values?: Readonly<Record<string, string>>
}

/** As `workOn`, but the job's time is over after the first batch. */
export const workBriefly = (
  test: Pick<TestApp, 'platform' | 'tenant'>,
  id: string,
): Promise<void> => work(test, { id, signal: AbortSignal.abort() })

/** A file that is about to be worked on, with the mapping that its header suggests. */
export const startFile = async (
  test: Pick<TestApp, 'call' | 'platform' | 'tenant'>,
  { kind, as, content, ...how }: RunWanted,
) => {
  const driver = bulkDriver(kind, test.call, as)
  const { id, body } = await driver.upload(content, how.values)
  if (how.existing !== undefined) {
    const { mapping } = Object(body.operation)
    await driver.map(id, { mapping, existing: how.existing })
  }
  await driver.start(id, { dryRun: how.dryRun ?? false })
  const isAtWork = async (): Promise<boolean> => {
    const { state } = (await driver.read(id)).body
    return state === 'CHECKING' || state === 'RUNNING'
  }
  return {
    /** Runs it to its end, over as many jobs as that takes on this machine. */
    work: async (): Promise<readonly Record<string, unknown>[]> => {
      do await workOn(test, id)
      while (await isAtWork())
      return driver.rows(id)
    },
  }
}

/** Runs a file to its end, as one administrator. */
export const runFile = async (
  test: Pick<TestApp, 'call' | 'platform' | 'tenant'>,
  wanted: RunWanted,
): Promise<readonly Record<string, unknown>[]> => (await startFile(test, wanted)).work()
