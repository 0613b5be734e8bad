import { z } from 'zod'

/**
 * A backup file: gzip over lines of JSON. The first line is the header, the last one the end;
 * between them each table is named by a line of its own, and its rows follow as arrays with every
 * value in PostgreSQL's text form, null for NULL. The end holds the SHA-256 of all bytes before it, and
 * their HMAC-SHA-256 under a key that is derived from the master key. Version 1 had no HMAC.
 */
export const formatName = 'signet-backup'
export const formatVersion = 2
/** Restored only by those who say so: anyone who could write the file could have changed it. */
export const unsignedVersion = 1

export const Header = z.object({
  format: z.literal(formatName),
  version: z.int(),
  createdAt: z.iso.datetime(),
  /** Identifier of the master key that the HMAC is made with, in hexadecimal; from version 2. */
  keyId: z.string().optional(),
  /** What was applied to the schema that the rows come from. */
  migrations: z.array(z.string()),
  /** Months that have a partition of their own, as YYYY-MM-DD of the first day. */
  partitions: z.array(z.object({ parent: z.string(), month: z.iso.date() })),
})
export type Header = z.output<typeof Header>

/** The rows that follow are of this table, their values of these columns. */
export const TableLine = z.object({
  /** With its schema. */
  table: z.string(),
  columns: z.array(z.string()).min(1),
})
export type TableLine = z.output<typeof TableLine>

export const RowLine = z.array(z.string().nullable())

export const EndLine = z.object({
  end: z.object({ rows: z.int(), sha256: z.string(), hmac: z.string().optional() }),
})
