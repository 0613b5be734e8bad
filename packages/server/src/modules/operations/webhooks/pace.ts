/** How one piece of work went: it decides how many run beside each other. */
export type Went = 'quickly' | 'slowly' | 'badly'

const widest = 8
const mostFailures = 3

interface Paced<T> {
  readonly items: readonly T[]
  readonly work: (item: T) => Promise<Went>
  /** Asked before each item: false ends the work when what runs has ended. */
  readonly mayStart: () => boolean
}

/**
 * Works on items in order, one at a time at first, then more beside each other as long as they go
 * quickly, at most eight. One that is slow or fails narrows it to one; three that fail in a row end
 * the work. Items that were not begun are left out.
 */
export const paced = <T>({ items, work, mayStart }: Paced<T>): Promise<void> => {
  let [next, running, width, failed] = [0, 0, 1, 0]
  const settle = (went: Went): void => {
    running -= 1
    failed = went === 'badly' ? failed + 1 : 0
    width = went === 'quickly' ? Math.min(width + 1, widest) : 1
  }
  const hasRoom = (): boolean => running < width && next < items.length
  const isWellEnough = (): boolean => failed < mostFailures && mayStart()
  return new Promise((resolve, reject) => {
    const run = (): void => {
      while (hasRoom() && isWellEnough()) {
        const item = items[next]
        next += 1
        if (item === undefined) continue
        running += 1
        work(item).then((went) => {
          settle(went)
          run()
        }, reject)
      }
      if (running === 0) resolve()
    }
    run()
  })
}
