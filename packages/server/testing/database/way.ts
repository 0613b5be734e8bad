import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** The way to the database, which can be cut and mended: refused and broken connections are real. */
export const createWay = async (target: URL) => {
  const sockets = new Set<Socket>()
  let server: Server
  let port = 0
  let isSilent = false
  const open = async (): Promise<void> => {
    server = createServer((inner) => {
      if (isSilent) return void sockets.add(inner.on('error', () => undefined))
      const outer = connect(Number(target.port), target.hostname)
      for (const socket of [inner, outer]) {
        sockets.add(socket)
        socket.on('error', () => undefined)
        socket.on('close', () => sockets.delete(socket))
      }
      inner.pipe(outer).pipe(inner)
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    port = typeof address === 'object' && address !== null ? address.port : 0
  }
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
    server.close()
    await once(server, 'close')
  }
  /** Connections are taken and nothing is said on them. */
  const fallSilent = async (): Promise<void> => {
    await close()
    isSilent = true
    await open()
  }
  await open()
  /** Whether a connection waits for words that do not come. */
  const isDialled = (): boolean => isSilent && sockets.size > 0
  /** What is open says nothing any more, and stays open; what is opened from now on is served. */
  const freeze = (): void => {
    for (const socket of sockets) socket.unpipe().pause()
  }
  return { port: () => port, open, close, fallSilent, isDialled, freeze }
}
