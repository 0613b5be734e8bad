import type { MessagePort } from 'node:worker_threads'
import type { BulkEncoding } from '@signet/rules/bulk'
import type { AdaptedType } from '../token-algorithms.ts'
import { XmlFault } from '../xml/xml-fault.ts'
import { KeyFileFault, type KeyFileFaultCode } from './key-files/key-file-fault.ts'
import type { RecordFormat } from './records/record-rows.ts'
import { FileFault, type FileFaultCode } from './tables/file-fault.ts'

/** What a thread is asked to read. */
export type Wanted =
  | {
      readonly kind: 'workbook'
      readonly bytes: number
      readonly partCount: number
      readonly partBytes: number
    }
  | {
      /** The columns of a file of records, or its rows by these. */
      readonly kind: 'record-columns' | 'record-rows'
      readonly bytes: number
      readonly partCount: number
      readonly partBytes: number
      readonly format: RecordFormat
      readonly encoding: BulkEncoding | null
      readonly headers: readonly string[]
      readonly mostSamples: number
    }
  | {
      readonly kind: 'key-file'
      /** Base64. */
      readonly content: string
      /** What it may unpack to. */
      readonly mostBytes: number
      readonly now: Date
      readonly adapters: Readonly<Record<string, AdaptedType>>
      readonly key: string | undefined
      readonly password: string | undefined
    }
  | { readonly kind: 'service-provider' | 'identity-provider'; readonly metadata: string }
  | {
      readonly kind: 'provider-document'
      readonly metadata: string
      /** Certificates that may have signed it. */
      readonly known: readonly string[]
    }

/** Messages to a thread; its first one brings the port by which it asks for parts of the file. */
export type Asked =
  | { readonly ask: 'begin'; readonly wanted: Wanted; readonly parts: MessagePort }
  | { readonly ask: 'next' }
  | { readonly ask: 'end' }

export interface PartRead {
  readonly number: number
  readonly part: Uint8Array
}

/** Faults travel as plain values: the service's classes are not the thread's. */
type ToldFault =
  | {
      readonly of: 'table'
      readonly code: FileFaultCode
      readonly line: number | null
      readonly column: number | null
    }
  | { readonly of: 'key-file'; readonly code: KeyFileFaultCode }
  | { readonly of: 'xml'; readonly reason: string }
  | { readonly of: 'reader'; readonly reason: string }

export type Told<T> =
  | { readonly tell: 'value'; readonly value: T }
  | { readonly tell: 'done' }
  | { readonly tell: 'fault'; readonly fault: ToldFault }

export const toldFault = (error: unknown): ToldFault => {
  if (error instanceof FileFault) {
    const { code, line, column } = error
    return { of: 'table', code, line, column }
  }
  if (error instanceof KeyFileFault) return { of: 'key-file', code: error.code }
  if (error instanceof XmlFault) return { of: 'xml', reason: error.message }
  return { of: 'reader', reason: error instanceof Error ? error.message : 'unknown' }
}

export const errorOf = (fault: ToldFault): Error => {
  switch (fault.of) {
    case 'table':
      return new FileFault(fault.code, fault)
    case 'key-file':
      return new KeyFileFault(fault.code)
    case 'xml':
      return new XmlFault(fault.reason)
    case 'reader':
      return new Error(`a reader failed: ${fault.reason}`)
  }
}
