import type { z } from 'zod'
import { otherwise, type Weaker, type WeakerFields } from './weaker.ts'

type Values = Readonly<Record<string, unknown>>

/** Something that an administrator sets up, and which of its values are weaker than usual. */
export interface WeakerObject {
  readonly schema: z.ZodObject
  /** What is usual for one with these values. */
  readonly usual: (values: Values) => Values
  readonly fields: WeakerFields
  /** Switches and choices that lower nothing, whichever way they stand. */
  readonly harmless: readonly string[]
}

interface Declared<S extends z.ZodRawShape> {
  readonly usual?: Values | ((values: Values) => Values)
  readonly fields: { readonly [K in keyof S]?: Weaker }
  readonly harmless: readonly (keyof S & string)[]
}

export const weakerObject = <S extends z.ZodRawShape>(
  schema: z.ZodObject<S>,
  { usual = {}, fields, harmless }: Declared<S>,
): WeakerObject => ({
  schema,
  usual: typeof usual === 'function' ? usual : () => usual,
  fields: { ...fields },
  harmless,
})

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

const isPlain = (url: unknown): boolean =>
  typeof url === 'string' &&
  URL.canParse(url) &&
  new URL(url).protocol === 'http:' &&
  !loopback.has(new URL(url).hostname)

/** A URL, or one of several, that is not encrypted on the way. */
export const unencrypted = otherwise((value) =>
  Array.isArray(value) ? value.some(isPlain) : isPlain(value),
)('INTERCEPTION')
