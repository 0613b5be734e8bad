import 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** CPU time of the worker process from the file's set-up to its last hook. */
    cpuSeconds?: number
    /** Ids of the promises (docs/coverage) and attacks (docs/security.md: S1 and on) that a test shows. */
    covers?: readonly string[]
    /** How many endpoints of the product a test of a sweep tries. */
    endpoints?: number
    /** Of a journey that failed: what each of its pages showed. */
    pages?: readonly string[]
    /** A line for the reader of the run. */
    note?: string
  }
}
