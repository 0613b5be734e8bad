/**
 * Reads by name, one at a time for each name: who asks while one is under way shares it. If that
 * one fails, as it does within a transaction, which lets no other read, the rest read themselves.
 */
export const oneRead = <T>(read: (name: string) => Promise<T>): ((name: string) => Promise<T>) => {
  const reading = new Map<string, Promise<T>>()
  const readNow = (name: string): Promise<T> => {
    const next = read(name).finally(() => {
      if (reading.get(name) === next) reading.delete(name)
    })
    reading.set(name, next)
    return next
  }
  return (name) => reading.get(name)?.catch(() => readNow(name)) ?? readNow(name)
}
