import { type DestinationStream, type Logger, pino } from 'pino'
import { isOutage } from './db/sql-errors.ts'
import { cleanFields, cleanText } from './log/clean.ts'
import { inText } from './log/in-text.ts'

type Fields = Readonly<Record<string, unknown>>

/** Lines for operators, JSON or text; never a request's query, body or secret. */
export interface Log {
  debug(fields: Fields, message: string): void
  info(fields: Fields, message: string): void
  warn(fields: Fields, message: string): void
  error(fields: Fields, message: string): void
  /** A log whose lines all carry these fields. */
  child(fields: Fields): Log
}

const levels = ['debug', 'info', 'warn', 'error'] as const

const writer =
  (logger: Logger, level: (typeof levels)[number]) =>
  (fields: Fields, message: string): void => {
    if (!logger.isLevelEnabled(level)) return
    // Without the database everything fails alike: `Outage` logs its beginning, end and count.
    if (level !== 'debug' && isOutage(fields.err)) return
    logger[level](cleanFields(fields), cleanText(message))
  }

const logOf = (logger: Logger): Log => ({
  debug: writer(logger, 'debug'),
  info: writer(logger, 'info'),
  warn: writer(logger, 'warn'),
  error: writer(logger, 'error'),
  child: (fields) => logOf(logger.child(cleanFields(fields))),
})

export interface LogOptions {
  readonly level: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** Text on a terminal, otherwise JSON, where it is null or absent. */
  readonly format?: 'json' | 'text' | null
  /** Where lines go; standard output when absent. */
  readonly destination?: DestinationStream
}

const isRead = ({ format = null, destination }: LogOptions): boolean =>
  format === null ? destination === undefined && process.stdout.isTTY : format === 'text'

export const createLog = (given: LogOptions): Log => {
  const { level, destination = pino.destination(1) } = given
  const options = {
    level,
    base: null,
    // Errors come cleaned; pino's own serializer would join causes into one text.
    serializers: { err: (error: unknown) => error },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  return logOf(pino(options, isRead(given) ? inText(destination) : destination))
}
