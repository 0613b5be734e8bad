/**
 * Tables outside row-level security: a closed list that a test compares with the schema. Beside
 * them stands only the job library's schema, `pgboss`.
 */
export const tablesOutsideRowSecurity = [
  /** Host to tenant: read before the tenant is known. */
  'host_names',
  /** Which node does what one node alone does. */
  'leases',
  /** A sealed value by which a process finds out that it was given the wrong master key. */
  'master_check',
  /** What of this schema has been applied. */
  'migrations',
  /** The processes that serve this database. */
  'nodes',
  /** What each node accepted lately of busy callers: addresses and ids, for eight seconds. */
  'request_counts',
] as const
