import { once } from 'node:events'
import { createServer } from 'node:net'
import { freePort } from '../support/service.ts'

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, '127.0.0.1')
  const isOpen = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  server.close()
  return isOpen
}

/**
 * The environment of a start: empty, so that it takes its default port, unless something on this
 * machine has that port. Then another one, as the sentence that the service ends with advises.
 */
export const startEnvironment = async (): Promise<Readonly<Record<string, string>>> =>
  (await isFree(8080)) ? {} : { SIGNET_PORT: `${await freePort()}` }
