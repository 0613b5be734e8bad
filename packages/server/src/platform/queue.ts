import type { TenantDb } from './db/database.ts'

/** Every queue; each stands in a migration, none is made at run time. */
export const queueNames = [
  'mail',
  'pushes',
  'key-rotation',
  'async-jobs',
  'bulk-operations',
  'audit-archives',
  'reports',
  'list-exports',
  'scheduled-tasks',
  'what-ifs',
  'sign-outs',
  'sign-in-pings',
  'flash-passes',
  'write-backs',
  'settings-rollouts',
] as const
export type QueueName = (typeof queueNames)[number]

type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json | undefined }

/** Sealed at rest, gone when the job is done. */
export interface JobContent {
  readonly [name: string]: Json | undefined
}

export interface NewJobs {
  readonly tenantId: string
  readonly queue: QueueName
  readonly contents: readonly JobContent[]
}

export interface NewJob {
  readonly tenantId: string
  readonly queue: QueueName
  readonly content: JobContent
  /** Not before this time. */
  readonly startAfter?: Date
}

export interface Job {
  readonly tenantId: string
  readonly jobRowId: string
  readonly content: unknown
  /** 1 for the first try. */
  readonly attempt: number
  /** A throw of this try is the end of the job. */
  readonly isLast: boolean
  /** Aborted when the job has run too long; it is tried again then. */
  readonly signal: AbortSignal
}

/** Thrown by a handler whose job cannot be done yet: it comes again at that time, and this was no try. */
export class JobPostponed extends Error {
  readonly until: Date

  constructor(until: Date) {
    super(`postponed until ${until.toISOString()}`)
    this.name = 'JobPostponed'
    this.until = until
  }
}

export type JobHandler = (job: Job) => Promise<void>

/** Jobs that outlive the request: their content in a tenant table, the queue holds its id only. */
export interface Queue {
  /**
   * Part of the caller's transaction: committed together or not at all. At least once: a handler
   * may see a job twice. Returns the id of the row in `job_contents`, where the job's state and
   * its last error can be read.
   */
  enqueue(db: TenantDb, job: NewJob): Promise<string>
  /** Many jobs of one tenant for one queue, in two statements. */
  enqueueAll(db: TenantDb, jobs: NewJobs): Promise<void>
  /** Who works on a queue on this node. A throw is tried again with growing pauses. */
  handle(queue: QueueName, handler: JobHandler): Promise<void>
  /** Tries ended on this node since its start. */
  readonly tries: { readonly done: number; readonly failed: number }
  start(): Promise<void>
  /** Lets running jobs end, at most 5 s; what is left another node or the next start takes up. */
  stop(): Promise<void>
}
