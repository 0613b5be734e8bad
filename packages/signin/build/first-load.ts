import type { Rolldown } from 'vite'

/**
 * Puts everything that the first page needs into one file: the modules that the entry reaches
 * without a dynamic import. Left alone, what a later page shares with the first becomes a dozen
 * small files, each a request. `later` names modules that it reaches by a package's index alone.
 */
export const firstLoad = (name: string, later: RegExp) => {
  const reached = new Map<string, boolean>()
  const isReached = (id: string, context: Rolldown.ChunkingContext): boolean => {
    const known = reached.get(id)
    if (known !== undefined) return known
    // For circles: a module is not reached by way of itself.
    reached.set(id, false)
    const info = context.getModuleInfo(id)
    const isFirst =
      info !== null &&
      (info.isEntry || info.importers.some((importer) => isReached(importer, context)))
    reached.set(id, isFirst)
    return isFirst
  }
  // The entry itself waits for answers before it is done: nothing may wait for it in turn.
  return (id: string, context: Rolldown.ChunkingContext): string | null => {
    if (later.test(id) || context.getModuleInfo(id)?.isEntry !== false) return null
    return isReached(id, context) ? name : null
  }
}
