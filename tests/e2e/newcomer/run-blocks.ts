import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clone } from './clone.ts'
import { isAsking, isServing, judge } from './commands.ts'
import type { Document } from './documents.ts'
import type { Block } from './markdown.ts'
import { hasStarted } from './printed.ts'
import { type Running, type } from './shell.ts'

interface Place {
  readonly clone: Clone
  /** Of each start: its port, where that is not the default one. */
  readonly environment: Readonly<Record<string, string>>
}

/** There is no terminal to ask for it on: commands read it from the variable that keys.md names. */
const passphrase = { SIGNET_KEY_PASSPHRASE: 'Quarz-Lampe-93-Fjord' }

/** The documents speak of the default port. */
const atPort = (text: string, { SIGNET_PORT: port }: Place['environment']): string =>
  port === undefined ? text : text.replaceAll('localhost:8080', `localhost:${port}`)

/** Curl ends with an error where the answer is one. */
const strictCurl = async (folder: string): Promise<Readonly<Record<string, string>>> => {
  await writeFile(join(folder, '.curlrc'), 'fail\nsilent\nshow-error\n')
  return { CURL_HOME: folder }
}

/**
 * Runs the commands of a document as written and in order, each block in a shell of its own. A block
 * that starts a service leaves it running for blocks that ask it; it is stopped before others, since
 * the embedded database serves one process. Resolves with the number of blocks that were run.
 */
export const runBlocks = async ({ blocks }: Document, place: Place): Promise<number> => {
  const folder = place.clone.path
  const curl = await strictCurl(folder)
  const inShell = (commands: string): Running =>
    type({
      commands: atPort(commands, place.environment),
      folder,
      environment: {
        ...place.environment,
        ...curl,
        ...(/ key (?:export|import) /.test(commands) ? passphrase : {}),
      },
    })
  let service: Running | null = null
  const serve = async (commands: string): Promise<void> => {
    service = inShell(commands)
    await service.until(hasStarted)
  }
  const stop = async (): Promise<void> => {
    await service?.interrupt()
    service = null
  }
  const run = async (block: Block): Promise<void> => {
    if (!isAsking(block)) await stop()
    if (isServing(block)) return serve(block.text)
    if (isAsking(block) && service === null) await serve('npm start')
    await inShell(block.text).ended()
  }
  const typed = blocks.filter((block) => judge(block) === 'run')
  try {
    for (const block of typed) await run(block)
    return typed.length
  } finally {
    await stop()
  }
}
