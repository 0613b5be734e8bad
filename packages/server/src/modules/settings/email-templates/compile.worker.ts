import { parentPort } from 'node:worker_threads'
import { Engine } from 'mrml'
import { cleanMail } from './clean-mail.ts'

/** In a thread of its own: whatever is compiled, this can be ended. */

interface Task {
  readonly mjml: string
  readonly lang: string
}

/** Mail programs cut a mail off at about 100 KB; what is larger costs each reader of it and us. */
const mostHtml = 500_000
const tooLong = { fault: `The email is longer than ${mostHtml / 1000} KB of HTML.` }

const engine = new Engine()
engine.setParserOptions({ includeLoader: { type: 'noop' } })

/** Where in the source, when the parser says so; it counts bytes. */
const lineOf = (mjml: string, { details }: { readonly details?: object }): string => {
  const position: unknown = details && 'position' in details ? details.position : null
  if (typeof position !== 'object' || position === null || !('start' in position)) return ''
  const before = Buffer.from(mjml).subarray(0, Number(position.start)).toString('utf8')
  return `Line ${before.split('\n').length}: `
}

const faultOf = (mjml: string, failed: { readonly message: string; readonly details?: object }) =>
  `${lineOf(mjml, failed)}${failed.message.split(' in root template')[0]}.`

parentPort?.on('message', ({ mjml, lang }: Task) => {
  const compiled = engine.toHtml(mjml)
  if (compiled.type !== 'success') {
    parentPort?.postMessage({ fault: faultOf(mjml, compiled) })
    return
  }
  const html = compiled.content.length > mostHtml ? '' : cleanMail(compiled.content, lang)
  // Cleaning adds to links and escapes what it keeps.
  parentPort?.postMessage(html === '' || html.length > mostHtml ? tooLong : { html })
})

parentPort?.postMessage('ready')
