import { isAbsolute } from 'node:path'
import { pathToFileURL } from 'node:url'
import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { StartRefused } from './start-refused.ts'

/** What a token is checked by. */
interface AdaptedToken {
  readonly secret: Uint8Array
  readonly digits: number
  readonly periodSeconds: number
  /** Of the newest accepted code: what is found has a higher one. */
  readonly position: number
}

interface AdaptedSearch {
  readonly now: Date
  /** Positions to either side of the expected one, or that a button may have been pressed for. */
  readonly window: number
}

/**
 * A maker's own way from a secret to codes. Makers publish neither AT nor VENDOR algorithms: whoever
 * has a licence brings a module that exports them.
 */
export interface TokenAlgorithm {
  /** As key files name it: `Algorithm` of a `Key` (RFC 6030, section 4.2). */
  readonly keyFileNames: readonly string[]
  /**
   * The position (counter or time step) of the last of these codes, which follow each other; null
   * when they are none of the token's. One code has at most `2 * window + 1` positions to be right
   * at: by that it is reckoned what a wrong one costs.
   */
  readonly find: (
    token: AdaptedToken,
    codes: readonly string[],
    search: AdaptedSearch,
  ) => number | null
}

const adaptedTypes = ['AT', 'VENDOR'] as const
export type AdaptedType = (typeof adaptedTypes)[number]
/** Those that this service has. */
export type TokenAlgorithms = Readonly<Partial<Record<AdaptedType, TokenAlgorithm>>>

const isFunction = (value: unknown): value is TokenAlgorithm['find'] => typeof value === 'function'

const Adapter = z.object({
  keyFileNames: z.array(z.string().min(1).max(200, abort)).default([]),
  find: z.custom<TokenAlgorithm['find']>(isFunction),
})
const Adapters = z.object({ AT: Adapter.optional(), VENDOR: Adapter.optional() })

const loaded = async (file: string): Promise<unknown> => {
  try {
    const module: unknown = await import(pathToFileURL(file).href)
    return module
  } catch (cause) {
    throw new StartRefused(`SIGNET_TOKEN_ALGORITHMS ${file} cannot be loaded`, cause)
  }
}

/** The module's adapters; none without one. @throws StartRefused */
export const loadTokenAlgorithms = async (file: string | null): Promise<TokenAlgorithms> => {
  if (file === null) return {}
  if (!isAbsolute(file)) throw new StartRefused('SIGNET_TOKEN_ALGORITHMS must be an absolute path')
  const { data } = Adapters.safeParse({ ...Object(await loaded(file)) })
  const { AT, VENDOR } = data ?? {}
  if (AT === undefined && VENDOR === undefined) {
    throw new StartRefused(`SIGNET_TOKEN_ALGORITHMS ${file} exports neither AT nor VENDOR`)
  }
  return { ...(AT === undefined ? {} : { AT }), ...(VENDOR === undefined ? {} : { VENDOR }) }
}

/** Which kind a name in a key file is for; of two that claim it, the first. */
export const keyFileAdapters = (all: TokenAlgorithms): Readonly<Record<string, AdaptedType>> =>
  Object.fromEntries(
    adaptedTypes
      .toReversed()
      .flatMap((type) => all[type]?.keyFileNames.map((name) => [name, type] as const) ?? []),
  )
