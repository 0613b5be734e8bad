import { posix } from 'node:path'

/** The file that a specifier of our own names, whether it exists or not; undefined for others'. */
export const resolveOwn = (from: string, specifier: string): string | undefined => {
  const bare = specifier.replace(/[?#].*$/, '')
  if (bare.startsWith('.')) return posix.normalize(posix.join(posix.dirname(from), bare))
  const own = /^@signet\/([^/]+)\/(.+)$/.exec(bare)
  if (own === null) return undefined
  const [, name, path] = own
  const ending = /\.(?:json|css|svg)$/.test(path ?? '') ? '' : '.ts'
  const folder = path?.startsWith('testing/') ? '' : 'src/'
  return `packages/${name}/${folder}${path}${ending}`
}

/** `packages/server`, or the top folder of what is not a package. */
export const homeOf = (path: string): { kind: 'package' | 'folder'; name: string } => {
  const [top = '', name = ''] = path.split('/')
  return top === 'packages' ? { kind: 'package', name } : { kind: 'folder', name: top }
}
