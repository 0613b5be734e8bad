import { fileURLToPath } from 'node:url'

const features = fileURLToPath(
  new URL('../../../packages/console/src/features.ts', import.meta.url),
)

const entries = (value: unknown, key: string): readonly unknown[] => {
  const found: unknown = Reflect.get(Object(value), key)
  if (!Array.isArray(found)) throw new Error(`no ${key}`)
  return found
}

/** The paths of all Screen records, as the console reads them; its types need a browser. */
export const screenPaths = async (): Promise<readonly string[]> => {
  const console: unknown = await import(features)
  return entries(console, 'features')
    .flatMap((feature) => entries(feature, 'screens'))
    .map((screen) => String(Reflect.get(Object(screen), 'path')))
}

/** Whether a page has this address only once something stands in its place. */
export const hasParameter = (path: string): boolean => /:\w+(?!\w*\?)/.test(path)

/** Whether an address, as a link has it (`#/user/1`), is one of this screen. */
export const leadsTo = (path: string, link: string): boolean => {
  const pattern = path.replaceAll(/\/:\w+\?/g, '(?:/[^/?]+)?').replaceAll(/:\w+/g, '[^/?]+')
  return new RegExp(`^#${pattern}(?:\\?.*)?$`).test(link)
}
