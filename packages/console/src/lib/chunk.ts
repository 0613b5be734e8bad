import { consoleFrame } from '@signet/rules/console'

/** A script that did not come in time. Reloading the page asks for it again. */
export class ChunkTimeout extends Error {
  constructor() {
    super('a part of the page did not load in time')
    this.name = 'ChunkTimeout'
  }
}

/** Loads a part of the console. @throws ChunkTimeout after 120 s */
export const loadChunk = async <T>(load: () => Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkTimeout()), consoleFrame.chunkLoadTimeoutMs)
  })
  try {
    return await Promise.race([load(), late])
  } finally {
    clearTimeout(timer)
  }
}
