/** This release; it is the version of every package. */
export const release = '0.2.0'

/** The header in which a face says of which release it is. */
export const releaseHeader = 'Signet-Release'

const parts = (version: string): readonly number[] => version.split('.').map(Number)

/** Whether a version (`1.12.0`) is later than this release; a text that is none is not. */
export const isLater = (version: string, than: string = release): boolean => {
  if (!/^\d{1,6}\.\d{1,6}\.\d{1,6}$/.test(version)) return false
  const [own, other] = [parts(than), parts(version)]
  const at = other.findIndex((part, place) => part !== own[place])
  return at >= 0 && (other[at] ?? 0) > (own[at] ?? 0)
}
