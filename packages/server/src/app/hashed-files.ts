import { parse } from 'node:path'

/** Of a hash that the build puts behind a name: `start-B1x9-kQz.js`. */
const shortestHash = 8

/** Whether a built file is named by its contents: it can be kept for ever. */
export const isNamedByHash = (file: string): boolean => {
  const { name: stem } = parse(file.replace(/\.(?:br|gz)$/, ''))
  const ending = stem.slice(stem.lastIndexOf('.') + 1)
  const dash = ending.indexOf('-')
  return dash >= 0 && ending.length - dash > shortestHash
}
