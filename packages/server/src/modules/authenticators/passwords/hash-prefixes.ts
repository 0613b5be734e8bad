/** 64 bits of each hash: with 50,000 words a wrong match is as likely as 3 in 10^15. */
export const prefixBytes = 8

/** Binary search in sorted prefixes written one behind the other. */
export const holdsPrefix = (sorted: Buffer, wanted: Buffer): boolean => {
  let low = 0
  let high = sorted.length / prefixBytes - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const at = middle * prefixBytes
    const order = sorted.compare(wanted, 0, prefixBytes, at, at + prefixBytes)
    if (order === 0) return true
    if (order < 0) low = middle + 1
    else high = middle - 1
  }
  return false
}
