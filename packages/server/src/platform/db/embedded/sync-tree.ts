import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Makes a file's content, or a directory's entries, outlast a power cut. */
export const syncPath = async (path: string): Promise<void> => {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The same for a directory with all it holds. */
export const syncTree = async (directory: string): Promise<void> => {
  for (const entry of await readdir(directory, { recursive: true })) {
    await syncPath(join(directory, entry))
  }
  await syncPath(directory)
}
