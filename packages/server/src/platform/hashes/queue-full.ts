/** More work than may wait; the kit answers 429. */
export class QueueFull extends Error {
  constructor() {
    super('too many password hashes are waiting')
    this.name = 'QueueFull'
  }
}
